import { net, powerMonitor } from 'electron'

/** The main process only learns about network changes by polling. */
const networkCheckIntervalInMs = 5000

/**
 * Calls `wake` when the machine wakes or is unlocked, and when the network is back. Timers drift during sleep, so overdue work is due now.
 */
export function watchPowerAndNetwork(wake: () => void): () => void {
  let wasOnline = net.isOnline()
  const timer = setInterval(() => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) wake()
    wasOnline = isOnline
  }, networkCheckIntervalInMs)
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  return () => {
    clearInterval(timer)
    powerMonitor.off('resume', wake)
    powerMonitor.off('unlock-screen', wake)
  }
}
