import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { PlainProblem } from '../../shared/problem.ts'
import { say, word } from '../../shared/words/say.ts'

/**
 * Copies a file beside its target and moves it into place: what was there before stays whole until the copy is complete.
 *
 * @throws PlainProblem that says which of the two stands in the way.
 */
export async function saveCopy(from: string, to: string): Promise<void> {
  const part = join(dirname(to), `.${basename(to)}.${randomUUID()}.part`)
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE)
    await sync(part)
    await rename(part, to)
  } catch (error) {
    await leave(part)
    throw writeProblem(
      error,
      (await exists(from)) ? say('The copy could not be saved.') : say('The file is not in the library folder any more.')
    )
  }
}

/**
 * Writes a text beside its target and moves it into place: what was there before stays whole until the text is complete.
 *
 * @throws PlainProblem with a plain word.
 */
export async function saveText(text: string, to: string): Promise<void> {
  const part = join(dirname(to), `.${basename(to)}.${randomUUID()}.part`)
  try {
    await writeFile(part, text, { flag: 'wx' })
    await sync(part)
    await rename(part, to)
  } catch (error) {
    await leave(part)
    throw writeProblem(error, say('The file could not be saved.'))
  }
}

/**
 * Makes sure that results can be written to a folder: makes it, writes a file there and takes it away again.
 *
 * @throws PlainProblem with a plain word.
 */
export async function checkFolder(folder: string): Promise<void> {
  const probe = join(folder, `.kiln-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await (await open(probe, 'wx')).close()
    await rm(probe)
  } catch (error) {
    throw writeProblem(error, say('Kiln can’t write to that folder.'))
  }
}

/** Takes a part away. That it can't be is no news beside why it could not be written. */
async function leave(part: string): Promise<void> {
  await rm(part, { force: true }).catch(() => undefined)
}

function writeProblem(error: unknown, message: string): PlainProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new PlainProblem(message, { cause: error, advice: say(adviceByCode[String(code)] ?? 'Choose another folder.') })
}

const adviceByCode: { readonly [code: string]: string } = {
  ENOSPC: word('The disk is full: make room or choose another disk.'),
  EDQUOT: word('The disk is full: make room or choose another disk.'),
  EACCES: word('Kiln is not allowed to write there: choose another folder.'),
  EPERM: word('Kiln is not allowed to write there: choose another folder.'),
  EROFS: word('That disk can’t be written to: choose another folder.'),
  ENOTDIR: word('That is not a folder: choose another one.')
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return open(path, 'r').then(
    async (file) => {
      await file.close()
      return true
    },
    () => false
  )
}
