import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { say, word } from '../../../shared/i18n/say.ts'

/**
 * Copies `from` to a temporary file next to `to`, then renames it. An existing file at `to` stays intact until the copy is complete.
 *
 * @throws UserFacingError that says whether the source or the target failed.
 */
export async function saveFileCopy(from: string, to: string): Promise<void> {
  const part = join(dirname(to), `.${basename(to)}.${randomUUID()}.part`)
  try {
    await copyFile(from, part, constants.COPYFILE_FICLONE)
    await sync(part)
    await rename(part, to)
  } catch (error) {
    await leave(part)
    throw writeProblem(
      error,
      (await exists(from)) ? say('The copy couldn’t be saved.') : say('The file isn’t in the library folder any more.')
    )
  }
}

/**
 * Writes `text` to a temporary file next to `to`, then renames it. An existing file at `to` stays intact until the text is complete.
 *
 * @throws UserFacingError if the text can't be written.
 */
export async function saveText(text: string, to: string): Promise<void> {
  const part = join(dirname(to), `.${basename(to)}.${randomUUID()}.part`)
  try {
    await writeFile(part, text, { flag: 'wx' })
    await sync(part)
    await rename(part, to)
  } catch (error) {
    await leave(part)
    throw writeProblem(error, say('The file couldn’t be saved.'))
  }
}

/**
 * Checks that results can be written to a folder. Creates the folder, writes a file and deletes the file.
 *
 * @throws UserFacingError if the folder isn't writable.
 */
export async function assertFolderWritable(folder: string): Promise<void> {
  const probe = join(folder, `.kiln-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await (await open(probe, 'wx')).close()
    await rm(probe)
  } catch (error) {
    throw writeProblem(error, say('Kiln can’t save to this folder.'))
  }
}

/** Deletes a partial file. A failure is ignored, because the write error matters more. */
async function leave(part: string): Promise<void> {
  await rm(part, { force: true }).catch(() => undefined)
}

function writeProblem(error: unknown, message: string): UserFacingError {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return new UserFacingError(message, { cause: error, advice: say(adviceByCode[String(code)] ?? 'Choose another folder.') })
}

const adviceByCode: { readonly [code: string]: string } = {
  ENOSPC: word('The disk is full. Free up space. You can also choose another disk.'),
  EDQUOT: word('The disk is full. Free up space. You can also choose another disk.'),
  EACCES: word('Kiln doesn’t have permission to write to this folder. Choose another folder.'),
  EPERM: word('Kiln doesn’t have permission to write to this folder. Choose another folder.'),
  EROFS: word('This disk is read-only. Choose another folder.'),
  ENOTDIR: word('The chosen location isn’t a folder. Choose another one.')
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
