import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { practiceWatermark } from '../../electron/practice/generators/watermark.ts'
import { ridgesSvg } from '../../electron/practice/generators/ridges-svg.ts'

/**
 * `node test/tools/make-practice-clips.ts`: creates the videos that the practice service returns as results. Uses the installed ffmpeg. The
 * videos are committed, so the script is needed only to change them.
 */
/** Must be installed on this computer. The project doesn't depend on it. */
const encoder = 'ffmpeg'
const framesPerSecond = 24
/** Length of each video, in seconds. */
export const clipSeconds = 4

/** The seeds were chosen for how the videos look. */
export const practiceClips = [
  { name: 'clip-16x9', width: 1280, height: 720, seed: 11 },
  { name: 'clip-1x1', width: 960, height: 960, seed: 4 },
  { name: 'clip-9x16', width: 720, height: 1280, seed: 23 }
]

if (import.meta.main) for (const clip of practiceClips) await makeClip(clip)

async function makeClip({ name, width, height, seed }: (typeof practiceClips)[number]): Promise<void> {
  const target = fileURLToPath(new URL(`../../electron/practice/media/${name}.mp4`, import.meta.url))
  const ffmpeg = spawn(
    encoder,
    // prettier-ignore
    ['-hide_banner', '-loglevel', 'error', '-y', '-f', 'rawvideo', '-pixel_format', 'rgb24', '-video_size', `${width}x${height}`, '-framerate', String(framesPerSecond), '-i', 'pipe:0',
     '-c:v', 'libx264', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '23', '-preset', 'veryslow', '-tune', 'animation', '-movflags', '+faststart', '-metadata', 'comment=PRACTICE', target],
    { stdio: ['pipe', 'inherit', 'inherit'] }
  )
  const finished = new Promise<void>((resolve, reject) => {
    ffmpeg.on('error', reject)
    ffmpeg.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg exited with code ${code}.`))))
  })
  const frames = framesPerSecond * clipSeconds
  for (let frame = 0; frame < frames; frame += 1) {
    // The motion is slow at both ends, so that the loop is smooth.
    const moment = 0.5 - 0.5 * Math.cos((frame / (frames - 1)) * Math.PI)
    const pixels = await sharp(Buffer.from(ridgesSvg(width, height, seed, moment)))
      .composite([
        {
          input: Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${practiceWatermark(width, height)}</svg>`
          )
        }
      ])
      .removeAlpha()
      .raw()
      .toBuffer()
    if (!ffmpeg.stdin.write(pixels)) await new Promise((resolve) => ffmpeg.stdin.once('drain', resolve))
  }
  ffmpeg.stdin.end()
  await finished
  console.log(target)
}
