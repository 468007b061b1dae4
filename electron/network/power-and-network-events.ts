import { net, powerMonitor } from 'electron'

/** Polling interval. Electron's main process doesn't have an event for network changes. */
const networkCheckIntervalInMs = 5000

/**
 * Calls `wake` when the computer wakes or is unlocked, and when the network is back. Timers drift during sleep, so overdue work must run
 * now. Returns a function that stops watching.
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
