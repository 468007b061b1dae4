import { stat } from 'node:fs/promises'
import type { Arrival } from '../../shared/arrival.ts'
import { readDeepLink } from '../../shared/deep-link.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import type { Studio } from '../studio.ts'
import { bareName, type Drafts } from './drafts.ts'
import type { ArrivalsPort } from './ports.ts'

/** What has come from outside since it was asked last. Of links only the last one counts: a person is at one place. */
export async function takeArrivals(parts: {
  readonly arrivals: Pick<ArrivalsPort, 'take' | 'opened'>
  readonly studio: Pick<Studio, 'inspect'>
  readonly drafts: Pick<Drafts, 'add'>
  /** A folder was handed over: a person chooses in it. */
  readonly browse: (folder: string) => void
}): Promise<readonly Arrival[]> {
  const { arrivals, studio, drafts, browse } = parts
  const { links, files: paths } = arrivals.take()
  const areFolders = await Promise.all(paths.map(isFolder))
  const files = paths.filter((_path, at) => areFolders[at] !== true)
  const [folder] = paths.filter((_path, at) => areFolders[at] === true).slice(-1)
  if (folder !== undefined) browse(folder)
  const looked = await Promise.all(
    [...new Set(files)].map(async (path) =>
      studio.inspect(path).then(
        (facts): DraftMedia => {
          arrivals.opened(path)
          return drafts.add(path, facts)
        },
        () => bareName(path)
      )
    )
  )
  const [last] = links.slice(-1).map(readDeepLink)
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
