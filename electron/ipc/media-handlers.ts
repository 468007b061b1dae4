import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { canCutAudio, fieldNamed } from '../../shared/form/fields.ts'
import type { MediaRule } from '../../shared/form/json-schema.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { TaskSource } from '../../shared/form/task-source.ts'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import { say } from '../../shared/i18n/say.ts'
import type { RequestHandlers } from '../../shared/ipc/ipc.ts'
import type { mediaPathRequests, mediaRequests } from '../../shared/ipc/media.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import type { Studio } from '../studio.ts'
import { findResultFile } from './find-result-file.ts'
import type { HandlerDependencies } from './handler-dependencies.ts'
import { reopenMedia } from './reopen-media.ts'

type Media = { readonly draft: string } | { readonly item: string }

/** Handlers for requests about input files and the recorder. */
export function mediaHandlers(
  parts: Pick<HandlerDependencies, 'capture' | 'dialogs' | 'fileTokens' | 'savePastedFile' | 'shell' | 'studio'>
) {
  const { capture, dialogs, fileTokens, savePastedFile, shell, studio } = parts

  async function open(path: string): Promise<LocalMedia> {
    return fileTokens.add(path, await studio.inspect(path))
  }

  /** Returns the result that a changed copy of this media comes from. Null if the media isn't a result, and wasn't made from one. */
  async function sourceOf(media: Media, path: string, how: TaskSource['how']): Promise<TaskSource | null> {
    if ('item' in media) return { item: media.item, how }
    const source = await studio.sourceOfFile(path)
    return source === null ? null : { item: source.item, how: how === 'input' ? source.how : how }
  }

  async function pathOf(media: Media): Promise<string> {
    const path = 'item' in media ? (await findResultFile(studio, media.item)).path : fileTokens.find(media.draft)?.path
    if (path === undefined) throw new UserFacingError(say('Choose this file again.'))
    return path
  }
  /** Saves a changed copy of a file where pasted files are saved. `change` returns null if it can't change the file, or rejects. */
  async function saveChangedCopy(
    media: Media,
    change: (path: string) => Promise<Uint8Array | null>,
    failureText: (name: string) => string
  ): Promise<LocalMedia> {
    const path = await pathOf(media)
    const { name } = await studio.inspect(path)
    const bytes = await change(path).catch(() => null)
    if (bytes === null) throw new UserFacingError(failureText(name), { advice: say('The file stays unchanged. Choose another file.') })
    return open(await savePastedFile(bytes, name.replace(/\.[^.]*$/, ''), await sourceOf(media, path, 'input')))
  }

  return {
    'media.inspect': async ({ path }) => {
      await refuseFolder(path)
      return open(path)
    },
    'media.keep': async ({ bytes, stem, frameOf }) =>
      open(await savePastedFile(bytes, stem, frameOf === undefined ? null : await sourceOf(frameOf, await pathOf(frameOf), 'frame'))),
    'media.saveAs': async (media) => {
      const path = await pathOf(media)
      const chosen = await dialogs.chooseSavePath(path)
      if (chosen !== null) await shell.saveCopy(path, chosen)
      return chosen !== null
    },
    'media.copyImage': async (media) => shell.copyImage(await pathOf(media)),
    'media.inspectItem': async ({ id }) => ({
      facts: await studio.inspect((await findResultFile(studio, id)).path),
      previewUrl: mediaPaths.result(id)
    }),
    'media.browse': async ({ capability, field, many }) =>
      Promise.all((await dialogs.chooseMedia({ rule: await mediaRuleOf(studio, capability, field), many })).map(open)),
    'media.convert': ({ media, target }) =>
      saveChangedCopy(
        media,
        (path) => shell.convertImage(path, target),
        (name) => say('{name} couldn’t be converted.', { name })
      ),
    'media.cut': ({ media, start, end }) =>
      saveChangedCopy(
        media,
        async (path) => (start < end && canCutAudio(await studio.inspect(path)) ? studio.cutAudio(path, { start, end }) : null),
        (name) => say('{name} couldn’t be cut.', { name })
      ),
    'media.reopen': (options) => reopenMedia({ studio, fileTokens }, options),
    'recorder.open': ({ kinds }) => capture.open(kinds),
    'recorder.close': capture.close
  } satisfies RequestHandlers<typeof mediaRequests & typeof mediaPathRequests>
}

/** Returns the media rule of a capability's field. Null if the field doesn't have one. */
async function mediaRuleOf(studio: Pick<Studio, 'capabilities'>, capabilityId: string, fieldName: string): Promise<MediaRule | null> {
  const capability = (await studio.capabilities()).find(({ id }) => id === capabilityId)
  const field = capability === undefined ? null : fieldNamed(capability, fieldName)
  if (field?.kind !== 'media' || field.medium === null) return null
  return { ...field.rule, medium: field.medium }
}

async function refuseFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory() !== true) return
  throw new UserFacingError(say('“{name}” is a folder.', { name: basename(path) }), {
    advice: say('Drop its files instead. You can also open a form and choose Batch.')
  })
}
