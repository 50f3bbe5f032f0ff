/**
 * Loaded into the embedded service before its own code (`node --require`): the console holds the other end of
 * standard input, and when that closes, however the console ended, the service ends too.
 */
process.stdin.resume()
process.stdin.once('close', end)
process.stdin.once('end', end)
process.stdin.on('error', end)

function end(): void {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(0), 2000).unref()
}
