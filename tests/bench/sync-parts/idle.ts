import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A process that does nothing but measure how late the machine lets it do it; tells the longest delay when asked to end. */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', () => {
  process.send?.(delay.max / 1e6)
  process.disconnect()
})
