import type { voices } from '../capabilities/definition.ts'
import type { GenerationRequest } from '../generate-media.ts'
import { randomStream } from './random.ts'

const samplesPerSecond = 22_050

/** Pitch of each voice in hertz. */
const pitches: { readonly [voice: string]: number } = { clay: 132, ash: 110, celadon: 196, ember: 165 }

/** Generates a WAV file of a voice that hums one syllable for each word of the text. It speaks at about reading speed, for at most 20 s. */
export function makeSpeech(request: GenerationRequest): Buffer {
  const { body, words, seed } = request
  const random = randomStream(seed)
  const asked = body['speed']
  const speed = typeof asked === 'number' && asked > 0 ? asked : 1
  const pitch = pitches[String(body['voice'] ?? 'clay')] ?? 132
  const syllables = words
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 80)
  const starts: { at: number; length: number; pitch: number }[] = []
  let at = 0.1
  for (const word of syllables) {
    const length = (0.12 + Math.min(word.length, 12) * 0.025) / speed
    starts.push({ at, length, pitch: pitch * (1 + (random() - 0.5) * 0.25) })
    at += length + (/[.,;:!?]$/.test(word) ? 0.28 : 0.05) / speed
    if (at > 20) break
  }
  const samples = new Float32Array(Math.ceil((at + 0.3) * samplesPerSecond))
  for (const syllable of starts) addVowel(samples, syllable)
  return wav(samples, request)
}

/** Generates a WAV file with a short sentence in a voice. */
export function makeVoiceSample(voice: (typeof voices)[number]): Buffer {
  return makeSpeech({ taskId: `sample-${voice}`, body: { voice }, words: 'This is a sample of my voice.', choice: '', seed: 1 })
}

/** Maximum duration. Longer audio isn't useful in practice mode. */
const longestInSeconds = 20

/** Generates a WAV file with strokes on bowls over soft wind. It lasts for the requested duration, at most 20 s. */
export function makeSoundscape(request: GenerationRequest): Buffer {
  const random = randomStream(request.seed)
  const asked = Number(request.body['duration'] ?? 4)
  const durationInSeconds = Number.isFinite(asked) && asked > 0 ? Math.min(asked, longestInSeconds) : 4
  const samples = new Float32Array(Math.ceil(durationInSeconds * samplesPerSecond))
  let wind = 0
  for (let index = 0; index < samples.length; index += 1) {
    wind += (random() * 2 - 1 - wind) * 0.02
    const swell = 0.5 + 0.5 * Math.sin((index / samples.length) * Math.PI * 4)
    samples[index] = wind * 0.35 * swell
  }
  const scale = [261.6, 293.7, 329.6, 392, 440, 523.3]
  for (let at = 0.05; at < durationInSeconds - 0.2; at += 0.35 + random() * 0.5)
    addBowl(samples, at, scale[Math.floor(random() * scale.length)] ?? 440)
  fadeEnd(samples)
  return wav(samples, request)
}

function addVowel(samples: Float32Array, syllable: { at: number; length: number; pitch: number }): void {
  const first = Math.floor(syllable.at * samplesPerSecond)
  const count = Math.floor(syllable.length * samplesPerSecond)
  for (let index = 0; index < count && first + index < samples.length; index += 1) {
    const part = index / count
    const envelope = Math.sin(Math.PI * part) ** 0.7
    const phase = (2 * Math.PI * syllable.pitch * (1 - 0.06 * part) * index) / samplesPerSecond
    const tone = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.32 * Math.sin(3 * phase) * (1 - part) + 0.18 * Math.sin(5 * phase) * part
    samples[first + index] = (samples[first + index] ?? 0) + 0.22 * envelope * tone
  }
}

function addBowl(samples: Float32Array, at: number, pitch: number): void {
  const first = Math.floor(at * samplesPerSecond)
  for (let index = 0; first + index < samples.length && index < samplesPerSecond * 1.8; index += 1) {
    const time = index / samplesPerSecond
    const phase = 2 * Math.PI * pitch * time
    const tone =
      Math.sin(phase) * Math.exp(-3 * time) +
      0.4 * Math.sin(phase * 2.76) * Math.exp(-6 * time) +
      0.2 * Math.sin(phase * 5.4) * Math.exp(-11 * time)
    samples[first + index] = (samples[first + index] ?? 0) + 0.28 * Math.min(1, time * 400) * tone
  }
}

function fadeEnd(samples: Float32Array): void {
  const count = Math.min(samples.length, Math.floor(samplesPerSecond * 0.25))
  for (let index = 0; index < count; index += 1) {
    const place = samples.length - 1 - index
    samples[place] = (samples[place] ?? 0) * (index / count)
  }
}

/** Returns a WAV file with 16-bit mono PCM. An INFO list contains the words and the task ID. */
function wav(samples: Float32Array, request: GenerationRequest): Buffer {
  const sound = Buffer.alloc(samples.length * 2)
  for (const [index, sample] of samples.entries()) sound.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_000), index * 2)
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(samplesPerSecond, 4)
  format.writeUInt32LE(samplesPerSecond * 2, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const told = Buffer.concat([
    Buffer.from('INFO'),
    riff('ICMT', Buffer.from('PRACTICE\0')),
    riff('INAM', Buffer.from(`${request.words}\0`)),
    riff('IKEY', Buffer.from(`${request.taskId}\0`))
  ])
  return riff('RIFF', Buffer.concat([Buffer.from('WAVE'), riff('fmt ', format), riff('LIST', told), riff('data', sound)]))
}

/** Returns a RIFF chunk: name, length and content, padded to an even length. */
function riff(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
