// What keytar says on a machine without libsecret.
process.on('message', (call: { id: number }) => {
  const error = 'Failed to load keytar native addon, checked ["../build/Release"] on prebuilds/linux-x64'
  process.send?.({ id: call.id, error })
})
