import { createFrameStepper } from './frame-stepper.ts'
import { followerSeekTarget, loopSeekTarget, nextPlaybackSpeed, noLoopMarks, withMark } from './loop-range.ts'
import type { LoopMarks } from './loop-range.ts'

/** State that a player shows. Times are in seconds. */
export type PlaybackState = {
  readonly isPlaying: boolean
  readonly at: number
  /** 0 until the duration is known. */
  readonly duration: number
  readonly speed: number
  readonly isMuted: boolean
  /** Index of the audible element. */
  readonly audibleIndex: number
  readonly marks: LoopMarks
  readonly repeats: boolean
}

/** Plays one video or audio file, or several in sync with the first. */
export type PlaybackController = {
  readonly state: () => PlaybackState
  readonly subscribe: (listener: () => void) => () => void
  /** Sets the element at an index. Null removes the element. */
  readonly attach: (place: number, element: HTMLMediaElement | null) => void
  /** Returns the first element. Null while the element isn’t rendered. */
  readonly lead: () => HTMLMediaElement | null
  /**
   * Sets a function to call at the end. While the function is set, playback doesn't repeat. Playback starts automatically when the function
   * is set.
   */
  readonly setOnEnded: (onThrough: (() => void) | null) => void
  readonly toggle: () => void
  readonly seek: (seconds: number) => void
  readonly stepFrame: (direction: 1 | -1) => Promise<void>
  readonly setSpeed: (speed: number) => void
  readonly changeSpeed: (direction: 1 | -1) => void
  readonly toggleMuted: () => void
  readonly setAudible: (place: number) => void
  readonly setNextAudible: () => void
  readonly mark: (which: keyof LoopMarks) => void
  readonly setMarks: (marks: LoopMarks) => void
  readonly clearMarks: () => void
  readonly toggleRepeat: () => void
}

const initialState: PlaybackState = {
  isPlaying: false,
  at: 0,
  duration: 0,
  speed: 1,
  isMuted: false,
  audibleIndex: 0,
  marks: noLoopMarks,
  repeats: true
}

export function createPlaybackController(): PlaybackController {
  const elements = new Map<number, HTMLMediaElement>()
  const listeners = new Set<() => void>()
  let state = initialState
  let onThrough: (() => void) | null = null
  let leave: (() => void) | null = null
  const stepper = createFrameStepper()

  const lead = (): HTMLMediaElement | null => elements.get(0) ?? null
  const followers = (): readonly HTMLMediaElement[] => [...elements].flatMap(([place, element]) => (place === 0 ? [] : [element]))
  const repeats = (): boolean => state.repeats && onThrough === null

  function set(change: Partial<PlaybackState>): void {
    state = { ...state, ...change }
    for (const [place, element] of elements) {
      element.playbackRate = state.speed
      element.muted = state.isMuted || place !== (elements.has(state.audibleIndex) ? state.audibleIndex : 0)
    }
    for (const listener of listeners) listener()
  }

  function follow(leader: HTMLMediaElement): () => void {
    const listening = new AbortController()
    const on = (name: string, listener: () => void): void => leader.addEventListener(name, listener, { signal: listening.signal })
    const learn = (): void =>
      set({ duration: Number.isFinite(leader.duration) ? leader.duration : 0, at: leader.currentTime, isPlaying: !leader.paused })
    let timer = 0
    function tick(): void {
      const jump = loopSeekTarget(leader.currentTime, state.marks, repeats(), leader.duration)
      if (jump !== null) leader.currentTime = jump
      set({ at: leader.currentTime })
      align(followers(), leader)
      timer = requestAnimationFrame(tick)
    }
    on('loadedmetadata', learn)
    on('durationchange', learn)
    on('play', () => {
      set({ isPlaying: true })
      for (const follower of followers()) quietly(follower.play())
      cancelAnimationFrame(timer)
      timer = requestAnimationFrame(tick)
    })
    // A seek to the end also ends playback, even while paused. Only playback that was running repeats.
    let playedToEnd = false
    on('pause', () => {
      playedToEnd = leader.ended
      cancelAnimationFrame(timer)
      set({ isPlaying: false, at: leader.currentTime })
      for (const follower of followers()) follower.pause()
      align(followers(), leader)
    })
    on('seeked', () => {
      set({ at: leader.currentTime })
      align(followers(), leader)
    })
    on('ended', () => {
      if (!playedToEnd) return
      playedToEnd = false
      onThrough?.()
      if (!repeats()) return
      leader.currentTime = loopSeekTarget(leader.duration, state.marks, true, leader.duration) ?? 0
      quietly(leader.play())
    })
    const stopFrames = leader instanceof HTMLVideoElement ? stepper.watch(leader) : null
    learn()
    if (onThrough !== null) quietly(leader.play())
    return () => {
      cancelAnimationFrame(timer)
      stopFrames?.()
      listening.abort()
    }
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    attach: (place, element) => {
      if (element === null) elements.delete(place)
      else elements.set(place, element)
      if (place === 0) {
        leave?.()
        leave = element === null ? null : follow(element)
      } else if (element !== null && state.isPlaying) quietly(element.play())
      // If an element was removed, there is nothing to update.
      if (element !== null) set({})
    },
    lead,
    setOnEnded: (given) => {
      const begins = onThrough === null && given !== null
      onThrough = given
      const leader = lead()
      if (begins && leader !== null) quietly(leader.play())
    },
    toggle: () => {
      const leader = lead()
      if (leader === null) return
      if (leader.paused) quietly(leader.play())
      else leader.pause()
    },
    seek: (seconds) => {
      const leader = lead()
      if (leader === null) return
      leader.currentTime = Math.min(Math.max(0, seconds), state.duration)
      set({ at: leader.currentTime })
    },
    stepFrame: (direction) => stepper.step(lead(), direction),
    setSpeed: (speed) => set({ speed }),
    changeSpeed: (direction) => set({ speed: nextPlaybackSpeed(state.speed, direction) }),
    toggleMuted: () => set({ isMuted: !state.isMuted }),
    setAudible: (audibleIndex) => set({ audibleIndex }),
    setNextAudible: () => set({ audibleIndex: (state.audibleIndex + 1) % Math.max(1, elements.size) }),
    mark: (which) => set({ marks: withMark(state.marks, which, lead()?.currentTime ?? 0), repeats: true }),
    setMarks: (marks) => set({ marks }),
    clearMarks: () => set({ marks: noLoopMarks }),
    toggleRepeat: () => set({ repeats: !state.repeats })
  }
}

function align(followers: readonly HTMLMediaElement[], leader: HTMLMediaElement): void {
  for (const follower of followers) {
    const wanted = followerSeekTarget(leader.currentTime, follower.currentTime, follower.duration)
    // During playback, doesn't interrupt a seek in progress, because the follower would otherwise never show a frame. After a pause, always
    // seeks, because no later alignment would correct the position.
    if (wanted !== null && (!follower.seeking || leader.paused)) follower.currentTime = wanted
  }
}

/** Ignores a rejected `play` call, because the error event reports playback failures. */
function quietly(playing: Promise<void>): void {
  playing.catch(() => undefined)
}
