import { net, powerMonitor } from 'electron'

/** The system tells main of a lost or found network only when asked. */
const networkLookInMs = 5000

/** Calls `wake` when the machine wakes or is unlocked, and when the network is back. Timers drift over sleep; what is due is due now. */
export function watchMachine(wake: () => void): () => void {
  let wasOnline = net.isOnline()
  const timer = setInterval(() => {
    const isOnline = net.isOnline()
    if (isOnline && !wasOnline) wake()
    wasOnline = isOnline
  }, networkLookInMs)
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  return () => {
    clearInterval(timer)
    powerMonitor.off('resume', wake)
    powerMonitor.off('unlock-screen', wake)
  }
}
