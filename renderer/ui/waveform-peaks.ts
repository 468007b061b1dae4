/** Number of bars in a waveform. */
const peakCount = 48
/** Maximum file size in bytes. Larger audio shows an icon, because decoding takes too much memory for a small waveform. */
const maxBytes = 24 * 1024 * 1024
/** Maximum number of cached waveforms. */
const maxKept = 300

/** Cached waveforms by URL. A value is null if the audio is too large or can't be read. */
const known = new Map<string, readonly number[] | null>()
let last: Promise<unknown> = Promise.resolve()

/**
 * Returns the loudness of each bar, in playback order. Values are between 0 and 1, and the loudest bar is 1. Null if the audio is too large
 * or can't be read, or if `signal` is aborted. `address`: URL of the audio. Reads one file at a time.
 */
export function readWaveformPeaks(address: string, signal: AbortSignal): Promise<readonly number[] | null> {
  const before = known.get(address)
  if (before !== undefined) return Promise.resolve(before)
  const turn = last.then(() => (signal.aborted ? null : read(address, signal)))
  last = turn
  return turn
}

async function read(address: string, signal: AbortSignal): Promise<readonly number[] | null> {
  const already = known.get(address)
  if (already !== undefined) return already
  try {
    const response = await fetch(address, { signal })
    if (!response.ok) return null
    if (Number(response.headers.get('content-length')) > maxBytes) {
      await response.body?.cancel()
      remember(address, null)
      return null
    }
    // 8 kHz is the lowest sample rate that every browser must support. It is enough for 48 bars.
    const sound = await new OfflineAudioContext(1, 1, 8_000).decodeAudioData(await response.arrayBuffer())
    const peaks = relativePeaks(
      Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel)),
      peakCount
    )
    remember(address, peaks)
    return peaks
  } catch {
    if (!signal.aborted) remember(address, null)
    return null
  }
}

function remember(address: string, peaks: readonly number[] | null): void {
  const [oldest] = known.keys()
  if (known.size >= maxKept && oldest !== undefined) known.delete(oldest)
  known.set(address, peaks)
}

/** Splits the audio into `count` parts. Returns the peak of each part over all channels, divided by the overall peak. */
export function relativePeaks(channels: readonly Float32Array[], count: number): readonly number[] {
  const length = Math.max(0, ...channels.map((channel) => channel.length))
  const peaks = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * length) / count)
    const end = Math.max(from + 1, Math.floor(((part + 1) * length) / count))
    let max = 0
    for (const samples of channels) for (let place = from; place < end; place++) max = Math.max(max, Math.abs(samples[place] ?? 0))
    return max
  })
  const loudest = Math.max(...peaks, 1e-6)
  return peaks.map((peak) => peak / loudest)
}
