import { useEffect, useState } from 'react'
import { maxWaveformBytes, peaksOf, normalizePeaks } from './peaks.ts'

/** Number of bars in a waveform. This many fit in a wide window. */
const barCount = 240

/** Peaks to draw as a waveform. `reading` means that they are loading. `none` means that the file is too large or can't be read. */
export type Peaks = Float32Array | 'reading' | 'none'

const read = new Map<string, Promise<Float32Array | 'none'>>()
const maxRead = 12

export function usePeaks(src: string, bytes: number): Peaks {
  const [known, setKnown] = useState<{ readonly src: string; readonly peaks: Peaks } | null>(null)
  useEffect(() => {
    let isCurrent = true
    void peaksAt(src, bytes).then((peaks) => isCurrent && setKnown({ src, peaks }))
    return () => {
      isCurrent = false
    }
  }, [src, bytes])
  return known?.src === src ? known.peaks : 'reading'
}

function peaksAt(src: string, bytes: number): Promise<Float32Array | 'none'> {
  const known = read.get(src)
  if (known !== undefined) return known
  const peaks = bytes > maxWaveformBytes ? Promise.resolve('none' as const) : readPeaks(src).catch(() => 'none' as const)
  read.set(src, peaks)
  const [oldest] = read.keys()
  if (read.size > maxRead && oldest !== undefined) read.delete(oldest)
  return peaks
}

async function readPeaks(src: string): Promise<Float32Array | 'none'> {
  const answer = await fetch(src)
  if (!answer.ok) return 'none'
  // An offline context only decodes the audio and doesn't play it.
  const sound = await new OfflineAudioContext(1, 1, 22_050).decodeAudioData(await answer.arrayBuffer())
  return normalizePeaks(
    peaksOf(
      Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel)),
      barCount
    )
  )
}
