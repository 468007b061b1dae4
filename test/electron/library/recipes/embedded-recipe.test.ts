import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  copyWithoutRecipe,
  embedRecipe,
  readEmbeddedRecipe,
  type EmbeddedRecipe
} from '../../../../electron/library/recipes/embedded-recipe.ts'
import { recipeFromXmp } from '../../../../electron/library/recipes/recipe-xmp.ts'
import { anItem } from '../an-item.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiln-inside-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const download = { bytes: 7, sha256: 'a'.repeat(64) }
function recipeWith(prompt: string): EmbeddedRecipe {
  const { recipe } = anItem({ prompt })
  if (recipe === null) throw new Error('The item has no recipe.')
  return { ...recipe, download }
}

const noise = (channels: 3 | 4): Sharp =>
  sharp({
    create: {
      width: 37,
      height: 23,
      channels,
      background: { r: 200, g: 10, b: 90, alpha: 0.5 },
      noise: { type: 'gaussian', mean: 120, sigma: 40 }
    }
  })
const pictures: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['png', () => noise(3).png().toBuffer()],
  ['png with transparency', () => noise(4).ensureAlpha(0.4).png().toBuffer()],
  ['jpeg', () => noise(3).jpeg().toBuffer()],
  [
    'jpeg with Exif and profile',
    () =>
      noise(3)
        .withExif({ IFD0: { Copyright: 'me' } })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer()
  ],
  ['progressive jpeg', () => noise(3).jpeg({ progressive: true }).toBuffer()],
  ['webp', () => noise(3).webp().toBuffer()],
  ['lossless webp', () => noise(3).webp({ lossless: true }).toBuffer()],
  ['lossless webp with transparency', () => noise(4).ensureAlpha(0.4).webp({ lossless: true }).toBuffer()],
  ['webp with transparency and profile', () => noise(4).ensureAlpha(0.4).withIccProfile('p3').webp().toBuffer()]
]

async function pixelsOf(path: string): Promise<string> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  return `${info.width}x${info.height}x${info.channels} ${createHash('sha256').update(data).digest('hex')}`
}

describe('a recipe embedded in an image', () => {
  it.each(pictures)('can be read from a %s, changes no pixel, and can be removed without a trace', async (_name, make) => {
    const [plain, carrying, cleaned] = ['plain', 'carrying', 'cleaned'].map((name) => join(folder, name)) as [string, string, string]
    const bytes = await make()
    writeFileSync(plain, bytes)
    const recipe = recipeWith('zwei Füchse & <b>"eins"</b>\n\t雪 🦊 \u0007')
    const made = await embedRecipe(plain, carrying, recipe)
    const written = readFileSync(carrying)
    expect(made).toEqual({ bytes: written.length, sha256: createHash('sha256').update(written).digest('hex') })
    expect(await readEmbeddedRecipe(carrying)).toEqual(recipe)
    expect(await pixelsOf(carrying)).toBe(await pixelsOf(plain))
    const { icc, exif } = await sharp(plain).metadata()
    const after = await sharp(carrying).metadata()
    expect([after.icc, after.exif]).toEqual([icc, exif])
    expect(await copyWithoutRecipe(carrying, cleaned)).toBe(true)
    expect(readFileSync(cleaned).equals(bytes)).toBe(true)
  })

  it('is read with numeric character references, up to the last valid one', () => {
    expect(recipeFromXmp('<x kiln:recipe="a&#10;&#128512;&#1114112;&#99999999999;b"/>')).toBe('a\n😀&#1114112;&#99999999999;b')
  })

  it('is available to other programs as a description', async () => {
    const [plain, carrying] = [join(folder, 'plain'), join(folder, 'carrying')]
    await noise(3).jpeg().toFile(plain)
    await embedRecipe(plain, carrying, recipeWith('a <red> fox'))
    const { xmp } = await sharp(carrying).metadata()
    expect(xmp?.toString('utf8')).toContain('<rdf:li xml:lang="x-default">a &lt;red&gt; fox</rdf:li>')
  })

  it.each<[string, () => Promise<Buffer>]>([
    ['isn’t an image', async () => Buffer.from('hello')],
    ['is empty', async () => Buffer.alloc(0)],
    ['is a GIF', () => noise(3).gif().toBuffer()],
    ['is cut off', async () => (await noise(3).webp().toBuffer()).subarray(0, 60)],
    ['already has XMP (JPEG)', () => noise(3).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg().toBuffer()],
    ['already has XMP (WebP)', () => noise(3).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').webp().toBuffer()]
  ])('isn’t embedded in a file that %s', async (_name, make) => {
    const plain = join(folder, 'plain')
    writeFileSync(plain, await make())
    expect(await embedRecipe(plain, join(folder, 'carrying'), recipeWith('a fox'))).toBeNull()
    expect(await readEmbeddedRecipe(plain)).toBeNull()
    expect(await copyWithoutRecipe(plain, join(folder, 'cleaned'))).toBe(false)
  })

  it('isn’t embedded in a signed image, because an extra byte would break the signature', async () => {
    const plain = join(folder, 'plain')
    const bytes = await noise(3).png().toBuffer()
    writeFileSync(
      plain,
      Buffer.concat([bytes.subarray(0, 33), Buffer.from('00000000636142580000000', 'hex'), Buffer.alloc(1), bytes.subarray(33)])
    )
    expect(await embedRecipe(plain, join(folder, 'carrying'), recipeWith('a fox'))).toBeNull()
  })

  it('isn’t embedded in a JPEG if it’s too long', async () => {
    const plain = join(folder, 'plain')
    await noise(3).jpeg().toFile(plain)
    expect(await embedRecipe(plain, join(folder, 'carrying'), recipeWith('word '.repeat(14_000)))).toBeNull()
  })

  it('supports any prompt, and reading it never fails on truncated files', async () => {
    const [plain, carrying, torn] = ['plain', 'carrying', 'torn'].map((name) => join(folder, name)) as [string, string, string]
    const bytes = await Promise.all([noise(3).png().toBuffer(), noise(3).jpeg().toBuffer(), noise(3).webp().toBuffer()])
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...bytes),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.nat(5_000),
        async (picture, prompt, cut) => {
          writeFileSync(plain, picture)
          await embedRecipe(plain, carrying, recipeWith(prompt))
          expect((await readEmbeddedRecipe(carrying))?.prompt).toBe(prompt)
          writeFileSync(torn, readFileSync(carrying).subarray(0, cut))
          await readEmbeddedRecipe(torn)
        }
      ),
      { numRuns: 60 }
    )
  })
})
