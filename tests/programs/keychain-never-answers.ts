// Takes every call and says nothing, not even to the first.
process.on('message', () => undefined)
