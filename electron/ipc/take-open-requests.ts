import { stat } from 'node:fs/promises'
import type { OpenRequest } from '../../shared/app/open-request.ts'
import { parseDeepLink } from '../../shared/app/deep-link.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { Studio } from '../studio.ts'
import { fileNameOf } from '../../shared/form/file-names.ts'
import type { FileTokens } from './file-tokens.ts'
import type { OpenRequestsPort } from './ports.ts'

/** Returns the files and the last link received since the last call. Earlier links are dropped, because only one view can be shown. */
export async function takeOpenRequests(parts: {
  readonly arrivals: Pick<OpenRequestsPort, 'takeAll' | 'opened'>
  readonly studio: Pick<Studio, 'inspect'>
  readonly fileTokens: Pick<FileTokens, 'add'>
  /** Called with the last folder that was received, so that the user can choose files in it. */
  readonly browse: (folder: string) => void
}): Promise<readonly OpenRequest[]> {
  const { arrivals: openRequests, studio, fileTokens, browse } = parts
  const { links, files: paths } = openRequests.takeAll()
  const areFolders = await Promise.all(paths.map(isFolder))
  const files = paths.filter((_path, at) => areFolders[at] !== true)
  const [folder] = paths.filter((_path, at) => areFolders[at] === true).slice(-1)
  if (folder !== undefined) browse(folder)
  const looked = await Promise.all(
    [...new Set(files)].map(async (path) =>
      studio.inspect(path).then(
        (facts): LocalMedia => {
          openRequests.opened(path)
          return fileTokens.add(path, facts)
        },
        () => fileNameOf(path)
      )
    )
  )
  const [last] = links.slice(-1).map(parseDeepLink)
  return [
    ...(last === undefined ? [] : [last === null ? ({ kind: 'strange-link' } as const) : ({ kind: 'link', link: last } as const)]),
    ...(looked.length === 0
      ? []
      : [
          {
            kind: 'files' as const,
            files: looked.filter((one) => typeof one !== 'string'),
            unreadable: looked.filter((one) => typeof one === 'string')
          }
        ])
  ]
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false
  )
}
