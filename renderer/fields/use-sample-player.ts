import { useEffect, useRef, useState } from 'react'

/** Stops the sample that is playing, in any field. Null if none is playing. Only one sample plays at a time. */
let stopCurrent: (() => void) | null = null

export type SamplePlayer = {
  /** Index of the option whose sample is playing or loading. Null if no sample is. */
  readonly playing: number | null
  /** Plays an option's sample, or stops the sample if it is playing. */
  readonly toggle: (index: number) => void
}

/**
 * Plays the audio samples of options. Stops when the component unmounts. `load` resolves to a URL, or to null if the sample can't be
 * loaded.
 */
export function useSamplePlayer(load: (index: number) => Promise<string | null>): SamplePlayer {
  const [playing, setPlaying] = useState<number | null>(null)
  const ownStop = useRef<(() => void) | null>(null)
  useEffect(() => () => ownStop.current?.(), [])

  async function play(index: number): Promise<void> {
    stopCurrent?.()
    const audio = new Audio()
    let isStopped = false
    function stop(): void {
      isStopped = true
      audio.pause()
      if (stopCurrent === stop) stopCurrent = null
      if (ownStop.current === stop) ownStop.current = null
      setPlaying((now) => (now === index ? null : now))
    }
    stopCurrent = stop
    ownStop.current = stop
    setPlaying(index)
    const url = await load(index)
    if (isStopped) return
    if (url === null) return stop()
    audio.addEventListener('ended', stop)
    audio.addEventListener('error', stop)
    audio.src = url
    await audio.play().catch(stop)
  }
  return { playing, toggle: (index) => (playing === index ? ownStop.current?.() : void play(index)) }
}
