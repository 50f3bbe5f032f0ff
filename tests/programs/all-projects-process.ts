import { listen } from '../../src-service/listen'
import { hurriedProjects } from '../fixtures/hurried-projects'

/**
 * Serves all projects of a database, as a process of its own, with times that the command line of the service has no option for.
 * Takes what {@link hurriedProjects} does, as JSON; prints where it is. SIGTERM and SIGKILL end it.
 */
async function run(given: string): Promise<void> {
  const service = await hurriedProjects(JSON.parse(given))
  const at = { host: '127.0.0.1', port: 0, option: '--port' }
  const [email, records] = [await listen(service.email, at), await listen(service.records, at)]
  await service.start()
  process.on('SIGTERM', () => {
    void service.stop().then(() => process.exit(0))
  })
  process.stdout.write(`${JSON.stringify({ url: email.url, records: { url: records.url } })}\n`)
}

void run(process.argv[2] ?? '')
