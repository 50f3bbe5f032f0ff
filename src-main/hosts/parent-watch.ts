/** Loaded into the embedded service (`node --require`): when standard input closes, it ends too. */
process.stdin.resume()
process.stdin.once('close', end)
process.stdin.once('end', end)
process.stdin.on('error', end)

function end(): void {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(0), 2000).unref()
}
