import { catchUp, frameGuesses, jumpAt, nextSpeed, noMarks, withMark } from './playing.ts'
import type { Marks } from './playing.ts'

/** What a player shows of itself. Times in seconds. */
export type PlaybackState = {
  readonly isPlaying: boolean
  readonly at: number
  /** 0 until it is known. */
  readonly duration: number
  readonly speed: number
  readonly isMuted: boolean
  /** Which of several is heard. */
  readonly heard: number
  readonly marks: Marks
  readonly repeats: boolean
}

/** One clip or sound, or several in step, of which the first leads. */
export type Playback = {
  readonly state: () => PlaybackState
  readonly subscribe: (listener: () => void) => () => void
  /** Takes the element of a place, or lets it go. */
  readonly attach: (place: number, element: HTMLMediaElement | null) => void
  /** Set: it begins by itself, plays once, and says when it is through. */
  readonly setThrough: (onThrough: (() => void) | null) => void
  readonly toggle: () => void
  readonly seek: (seconds: number) => void
  readonly stepFrame: (direction: 1 | -1) => Promise<void>
  readonly setSpeed: (speed: number) => void
  readonly changeSpeed: (direction: 1 | -1) => void
  readonly toggleMuted: () => void
  readonly hear: (place: number) => void
  readonly hearNext: () => void
  readonly mark: (which: keyof Marks) => void
  readonly clearMarks: () => void
  readonly toggleRepeat: () => void
}

export function createPlayback(): Playback {
  const elements = new Map<number, HTMLMediaElement>()
  const listeners = new Set<() => void>()
  let state: PlaybackState = {
    isPlaying: false,
    at: 0,
    duration: 0,
    speed: 1,
    isMuted: false,
    heard: 0,
    marks: noMarks,
    repeats: true
  }
  let onThrough: (() => void) | null = null
  let leave: (() => void) | null = null
  /** When the frame that is seen begins. */
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
      element.muted = state.isMuted || place !== (elements.has(state.heard) ? state.heard : 0)
    }
    for (const listener of listeners) listener()
  }

  function align(leader: HTMLMediaElement): void {
    for (const follower of followers()) {
      const wanted = catchUp(leader.currentTime, follower.currentTime, follower.duration)
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
      const jump = jumpAt(leader.currentTime, state.marks, repeats(), leader.duration)
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
    on('pause', () => {
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
      onThrough?.()
      if (!repeats()) return
      leader.currentTime = jumpAt(leader.duration, state.marks, true, leader.duration) ?? 0
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
    for (const guess of frameGuesses(before, direction, state.duration)) {
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
      // While the page lets its elements go there is nobody to tell.
      if (element !== null) set({})
    },
    setThrough: (given) => {
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
      // A step begins at the frame that the one before has shown. A key that is held does not go on for long after it was let go.
      if (stepsAhead < mostStepsAhead) {
        stepsAhead += 1
        stepping = stepping.then(() => step(direction)).finally(() => (stepsAhead -= 1))
      }
      return stepping
    },
    setSpeed: (speed) => set({ speed }),
    changeSpeed: (direction) => set({ speed: nextSpeed(state.speed, direction) }),
    toggleMuted: () => set({ isMuted: !state.isMuted }),
    hear: (heard) => set({ heard }),
    hearNext: () => set({ heard: (state.heard + 1) % Math.max(1, elements.size) }),
    mark: (which) => set({ marks: withMark(state.marks, which, lead()?.currentTime ?? 0), repeats: true }),
    clearMarks: () => set({ marks: noMarks }),
    toggleRepeat: () => set({ repeats: !state.repeats })
  }
}

/** What can't be played says so through its error event. */
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

const mostStepsAhead = 3
/** Longest wait, once the place is found, for a frame that may be the same as before and then is not drawn again. */
const mostWaitInMs = 250
/** A clip that cannot be searched at all. */
const mostSearchInMs = 5_000

/** Resolves when the picture at this time is on the screen. */
function seekAndSee(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(done, mostSearchInMs)
    const frame = video.requestVideoFrameCallback(done)
    function found(): void {
      clearTimeout(timer)
      timer = setTimeout(done, mostWaitInMs)
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
