import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Playback, PlaybackState } from './playback.ts'
import { createPlayback } from './playback.ts'

export type Player = Omit<Playback, 'attach' | 'state' | 'subscribe' | 'setThrough'> &
  PlaybackState & {
    /** The place of an element among those in step. */
    readonly attach: (place: number) => (element: HTMLMediaElement | null) => void
  }

/** A player for as long as its stage is there. `onThrough` set: it begins by itself, plays once, and says when it is through. */
export function usePlayer(onThrough: (() => void) | null): Player {
  const [playback] = useState(createPlayback)
  // The same functions all the time: a ref that changes lets its element go and takes it again.
  const [refs] = useState(() => [0, 1, 2, 3].map((place) => (element: HTMLMediaElement | null) => playback.attach(place, element)))
  const state = useSyncExternalStore(playback.subscribe, playback.state)
  useEffect(() => playback.setThrough(onThrough), [playback, onThrough])
  return { ...playback, ...state, attach: (place) => refs[place] ?? ignore }
}

/** More than four are never in step. */
function ignore(): void {}
