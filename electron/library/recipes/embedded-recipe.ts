import { open } from 'node:fs/promises'
import { z } from 'zod'
import { recipeSchema, type Recipe } from '../../../shared/library/recipe.ts'
import { writePieces, createFileRangeReader, type FilePiece, type FileRangeReader } from './file-pieces.ts'
import { jpegRecipeFormat } from './recipe-in-jpeg.ts'
import { pngRecipeFormat } from './recipe-in-png.ts'
import { webpRecipeFormat } from './recipe-in-webp.ts'

/** An image format that can contain text without changing a pixel. */
export type RecipeFormat = {
  /** Returns the file with the text in it. Null if the file can't contain text or must be left unchanged. */
  readonly insert: (readAt: FileRangeReader, size: number, text: string) => Promise<readonly FilePiece[] | null>
  /** Returns the text that `insert` added, and the file without it. Null if the file doesn't contain such text. */
  readonly find: (
    readAt: FileRangeReader,
    size: number
  ) => Promise<{ readonly text: string; readonly without: readonly FilePiece[] } | null>
}

/** Stored. Don't rename. `download`: the file as the service sent it, before the recipe was added. */
const insideSchema = recipeSchema.and(z.object({ download: z.object({ bytes: z.number().int().nonnegative(), sha256: z.string() }) }))
export type EmbeddedRecipe = Recipe & { readonly download: { readonly bytes: number; readonly sha256: string } }

const formats: readonly RecipeFormat[] = [pngRecipeFormat, jpegRecipeFormat, webpRecipeFormat]

/**
 * Writes a copy of a file with its recipe inside. PNG files contain it as text, JPEG and WebP files as XMP. The pixels stay the same.
 * @returns the copy's size and digest. Null if the format can't contain a recipe. No copy is written in that case.
 */
export async function embedRecipe(
  from: string,
  to: string,
  recipe: EmbeddedRecipe
): Promise<{ readonly bytes: number; readonly sha256: string } | null> {
  await using file = await open(from, 'r')
  const { size } = await file.stat()
  const text = JSON.stringify(recipe)
  for (const format of formats) {
    const pieces = await format.insert(createFileRangeReader(file), size, text)
    if (pieces !== null) return await writePieces(file, pieces, to)
  }
  return null
}

/** Reads the recipe inside a file. Null if the file doesn't contain a readable recipe. */
export async function readEmbeddedRecipe(path: string): Promise<EmbeddedRecipe | null> {
  await using file = await open(path, 'r')
  const found = await findIn(createFileRangeReader(file), (await file.stat()).size)
  if (found === null) return null
  try {
    const recipe = insideSchema.safeParse(JSON.parse(found.text))
    return recipe.success ? recipe.data : null
  } catch {
    return null
  }
}

/** Writes a copy of a file without its recipe. Returns false and writes nothing if the file doesn't contain a recipe. */
export async function copyWithoutRecipe(from: string, to: string): Promise<boolean> {
  await using file = await open(from, 'r')
  const found = await findIn(createFileRangeReader(file), (await file.stat()).size)
  if (found === null) return false
  await writePieces(file, found.without, to)
  return true
}

async function findIn(readAt: FileRangeReader, size: number): ReturnType<RecipeFormat['find']> {
  for (const format of formats) {
    const found = await format.find(readAt, size)
    if (found !== null) return found
  }
  return null
}
