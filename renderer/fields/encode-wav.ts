/**
 * Encodes audio as a 16-bit PCM WAV file. `channels` has the samples of each channel, from -1 to 1. All channels must have the same length.
 * `sampleRate` is in hertz.
 */
export function encodeWav(channels: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0
  const bytesPerFrame = channels.length * 2
  const dataBytes = frames * bytesPerFrame
  const file = new Uint8Array(44 + dataBytes)
  const view = new DataView(file.buffer)
  const write = (at: number, words: string): void =>
    words.split('').forEach((letter, place) => view.setUint8(at + place, letter.charCodeAt(0)))
  write(0, 'RIFF')
  view.setUint32(4, 36 + dataBytes, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels.length, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * bytesPerFrame, true)
  view.setUint16(32, bytesPerFrame, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, dataBytes, true)
  let at = 44
  for (let frame = 0; frame < frames; frame += 1) {
    for (const channel of channels) {
      const sample = Math.min(1, Math.max(-1, channel[frame] ?? 0))
      view.setInt16(at, Math.round(sample < 0 ? sample * 0x8000 : sample * 0x7fff), true)
      at += 2
    }
  }
  return file
}
