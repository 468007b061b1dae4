import { followerSeekTarget, candidateFrameTimes, loopSeekTarget, nextPlaybackSpeed, noLoopMarks, withMark } from './loop-range.ts'
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
  readonly clearMarks: () => void
  readonly toggleRepeat: () => void
}

export function createPlaybackController(): PlaybackController {
  const elements = new Map<number, HTMLMediaElement>()
  const listeners = new Set<() => void>()
  let state: PlaybackState = {
    isPlaying: false,
    at: 0,
    duration: 0,
    speed: 1,
    isMuted: false,
    audibleIndex: 0,
    marks: noLoopMarks,
    repeats: true
  }
  let onThrough: (() => void) | null = null
  let leave: (() => void) | null = null
  /** Start of the visible frame, in seconds. */
  let frameAt = 0
  let stepping: Promise<void> = Promise.resolve()
  let stepsAhead = 0

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

  function align(leader: HTMLMediaElement): void {
    for (const follower of followers()) {
      const wanted = followerSeekTarget(leader.currentTime, follower.currentTime, follower.duration)
      if (wanted !== null && !follower.seeking) follower.currentTime = wanted
    }
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
      align(leader)
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
      align(leader)
    })
    on('seeked', () => {
      set({ at: leader.currentTime })
      align(leader)
    })
    on('ended', () => {
      if (!playedToEnd) return
      playedToEnd = false
      onThrough?.()
      if (!repeats()) return
      leader.currentTime = loopSeekTarget(leader.duration, state.marks, true, leader.duration) ?? 0
      quietly(leader.play())
    })
    const stopFrames = leader instanceof HTMLVideoElement ? watchFrames(leader, (at) => (frameAt = at)) : null
    learn()
    if (onThrough !== null) quietly(leader.play())
    return () => {
      cancelAnimationFrame(timer)
      stopFrames?.()
      listening.abort()
    }
  }

  async function step(direction: 1 | -1): Promise<void> {
    const leader = lead()
    if (!(leader instanceof HTMLVideoElement)) return
    leader.pause()
    const before = frameAt
    for (const guess of candidateFrameTimes(before, direction, state.duration)) {
      await seekAndSee(leader, guess)
      if (Math.abs(frameAt - before) > 0.0005) return
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
      // While elements are removed from the page, there is nothing to update.
      if (element !== null) set({})
    },
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
    stepFrame: (direction) => {
      // Steps are queued, because each step starts at the frame that the previous step showed. The limit stops stepping soon after the user
      // releases a held key.
      if (stepsAhead < maxStepsAhead) {
        stepsAhead += 1
        stepping = stepping.then(() => step(direction)).finally(() => (stepsAhead -= 1))
      }
      return stepping
    },
    setSpeed: (speed) => set({ speed }),
    changeSpeed: (direction) => set({ speed: nextPlaybackSpeed(state.speed, direction) }),
    toggleMuted: () => set({ isMuted: !state.isMuted }),
    setAudible: (audibleIndex) => set({ audibleIndex }),
    setNextAudible: () => set({ audibleIndex: (state.audibleIndex + 1) % Math.max(1, elements.size) }),
    mark: (which) => set({ marks: withMark(state.marks, which, lead()?.currentTime ?? 0), repeats: true }),
    clearMarks: () => set({ marks: noLoopMarks }),
    toggleRepeat: () => set({ repeats: !state.repeats })
  }
}

/** Ignores a rejected `play` call, because the error event reports playback failures. */
function quietly(playing: Promise<void>): void {
  playing.catch(() => undefined)
}

function watchFrames(video: HTMLVideoElement, tell: (mediaTime: number) => void): () => void {
  let frame = video.requestVideoFrameCallback(see)
  function see(_: number, { mediaTime }: VideoFrameCallbackMetadata): void {
    tell(mediaTime)
    frame = video.requestVideoFrameCallback(see)
  }
  return () => video.cancelVideoFrameCallback(frame)
}

const maxStepsAhead = 3
/** Maximum wait for a frame after a seek. The browser doesn't report a frame that is already on the screen. */
const maxWaitInMs = 250
/** Maximum wait for a seek to finish. Some videos can't seek at all. */
const maxSearchInMs = 5_000

/** Seeks to `seconds` and resolves when the frame is on the screen. Also resolves if that takes too long. */
function seekAndSee(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, maxSearchInMs)
    const frame = video.requestVideoFrameCallback(done)
    function found(): void {
      clearTimeout(timer)
      timer = setTimeout(done, maxWaitInMs)
    }
    function done(): void {
      clearTimeout(timer)
      video.removeEventListener('seeked', found)
      video.cancelVideoFrameCallback(frame)
      resolve()
    }
    video.addEventListener('seeked', found)
    video.currentTime = seconds
  })
}
