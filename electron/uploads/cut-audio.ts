import type { EncodedPacket } from 'mediabunny'

/** A part of an audio file, in seconds. */
type Part = { readonly start: number; readonly end: number }

/**
 * Copies a part of a WAV, MP3 or M4A file without encoding it again. Parts of WAV files are exact. Parts of other files consist of whole
 * frames, so they can be up to 50 ms longer at each end. Null if the file has no audio in that part.
 */
export async function cutAudio(path: string, part: Part): Promise<Uint8Array | null> {
  const mediabunny = await import('mediabunny')
  const { BufferTarget, EncodedAudioPacketSource, EncodedPacketSink, FilePathSource, Input, MP3, MP4, Output, WAVE } = mediabunny
  using input = new Input({ source: new FilePathSource(path, { handleUnhandledError: () => undefined }), formats: [MP3, MP4, WAVE] })
  const track = await input.getPrimaryAudioTrack()
  const codec = (await track?.getCodec()) ?? null
  if (track === null || codec === null) return null
  const container = await input.getFormat()
  const format =
    container === WAVE
      ? new mediabunny.WavOutputFormat()
      : container === MP3
        ? new mediabunny.Mp3OutputFormat()
        : new mediabunny.Mp4OutputFormat()
  const sink = new EncodedPacketSink(track)
  const first = (await sink.getPacket(part.start)) ?? (await sink.getFirstPacket())
  if (first === null || first.timestamp >= part.end || first.timestamp + first.duration <= part.start) return null
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = await track.getDecoderConfig()
  const isPcm = codec.startsWith('pcm-')
  const sampleRate = await track.getSampleRate()
  const startsAt = isPcm ? Math.max(part.start, first.timestamp) : first.timestamp
  for await (const packet of sink.packets(first)) {
    if (packet.timestamp >= part.end) break
    const kept = isPcm ? samplesWithin(packet, part, sampleRate) : packet
    await source.add(kept.clone({ timestamp: Math.max(0, kept.timestamp - startsAt) }), decoderConfig === null ? {} : { decoderConfig })
  }
  await output.finalize()
  return target.buffer === null ? null : new Uint8Array(target.buffer)
}

/** Returns the samples of an uncompressed packet that are within the part. */
function samplesWithin(packet: EncodedPacket, { start, end }: Part, sampleRate: number): EncodedPacket {
  const count = Math.round(packet.duration * sampleRate)
  const indexAt = (seconds: number): number => Math.min(Math.max(0, Math.round((seconds - packet.timestamp) * sampleRate)), count)
  const [first, last] = [indexAt(start), indexAt(end)]
  const sampleBytes = packet.data.length / Math.max(1, count)
  return packet.clone({
    data: packet.data.subarray(first * sampleBytes, last * sampleBytes),
    timestamp: packet.timestamp + first / sampleRate,
    duration: (last - first) / sampleRate
  })
}
