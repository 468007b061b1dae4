/** Returns the peaks of `count` equal parts of an audio track, from 0 to 1. */
export function peaksOf(channels: readonly Float32Array[], count: number): Float32Array {
  const length = Math.max(0, ...channels.map((channel) => channel.length))
  const peaks = new Float32Array(count)
  for (let place = 0; place < count; place += 1) {
    const first = Math.floor((place * length) / count)
    const end = Math.max(first + 1, Math.floor(((place + 1) * length) / count))
    let loudest = 0
    for (const channel of channels)
      for (let sample = first; sample < end && sample < channel.length; sample += 1) {
        const size = Math.abs(channel[sample] ?? 0)
        if (size > loudest) loudest = size
      }
    peaks[place] = Math.min(1, loudest)
  }
  return peaks
}

/** Scales the peaks to a maximum of 1. Quiet audio is then drawn as high as loud audio. Silence stays flat. */
export function normalizePeaks(peaks: Float32Array): Float32Array {
  const loudest = peaks.reduce((one, other) => Math.max(one, other), 0)
  return loudest < 0.001 ? peaks : peaks.map((peak) => peak / loudest)
}

/**
 * Maximum file size for a waveform, in bytes. Larger files have no waveform, because decoding would use many times the file size in memory.
 */
export const maxWaveformBytes = 40 * 1024 * 1024
