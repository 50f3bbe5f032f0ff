// Answers the first question and dies of the second, as findCredentials does on a locked keyring.
let asked = 0
process.on('message', (call: { id: number }) => {
  asked += 1
  if (asked === 1) process.send?.({ id: call.id, value: null })
  else process.kill(process.pid, 'SIGKILL')
})

export {}
