import sharp from 'sharp'
import type { Recipe } from '../capabilities/definition.ts'
import type { Commission } from '../workshop.ts'
import { withPngText } from './png-text.ts'

export async function makePicture(commission: Commission, recipe: Extract<Recipe, { kind: 'picture' }>, _ground: Buffer | null): Promise<Buffer> {
  const size = String(commission.body['size'] ?? recipe.autoSizes[0] ?? '1024*1024')
  const [width = 1024, height = 1024] = size.split('*').map(Number)
  const hue = commission.seed % 360
  const png = await sharp({ create: { width, height, channels: 3, background: `hsl(${hue}, 40%, 60%)` } })
    .png()
    .toBuffer()
  return withPngText(png, { Comment: 'PRACTICE', Description: commission.words, Title: commission.taskId })
}
