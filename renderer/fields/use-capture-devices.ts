import { useSyncExternalStore } from 'react'

export type CaptureDevices = { readonly hasCamera: boolean; readonly hasMicrophone: boolean }

const none: CaptureDevices = { hasCamera: false, hasMicrophone: false }
let found = none
const listeners = new Set<() => void>()

/** Returns whether a camera and a microphone are connected, and updates when devices change. */
export function useCaptureDevices(): CaptureDevices {
  return useSyncExternalStore(
    listen,
    () => found,
    () => none
  )
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) {
    // `mediaDevices` is undefined in pages without a secure origin.
    navigator.mediaDevices?.addEventListener('devicechange', checkAgain)
    checkAgain()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) navigator.mediaDevices?.removeEventListener('devicechange', checkAgain)
  }
}

function checkAgain(): void {
  void look()
}

async function look(): Promise<void> {
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  const now = {
    hasCamera: devices.some(({ kind }) => kind === 'videoinput'),
    hasMicrophone: devices.some(({ kind }) => kind === 'audioinput')
  }
  if (now.hasCamera === found.hasCamera && now.hasMicrophone === found.hasMicrophone) return
  found = now
  for (const listener of listeners) listener()
}
