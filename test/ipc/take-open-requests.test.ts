import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileTokens } from '../../electron/ipc/file-tokens.ts'
import { takeOpenRequests } from '../../electron/ipc/take-open-requests.ts'
import type { OpenRequest } from '../../shared/open-request.ts'
import type { MediaFacts } from '../../shared/media-facts.ts'

const fileTokens = createFileTokens()
const opened: string[] = []
const browsed: string[] = []

function take(links: readonly string[], files: readonly string[] = []): Promise<readonly OpenRequest[]> {
  return takeOpenRequests({
    arrivals: { takeAll: () => ({ links, files }), opened: (path) => void opened.push(path) },
    studio: {
      inspect: async (path) => {
        if (path.includes('gone')) throw new Error('It is not there.')
        return { name: path } as MediaFacts
      }
    },
    fileTokens,
    browse: (folder) => void browsed.push(folder)
  })
}

describe('what the page is told of what arrived', () => {
  it('is the place of the last link', async () => {
    expect(await take(['kiln://capability/vase', 'kiln://capability/bowl'])).toEqual([
      { kind: 'link', link: { to: 'capability', id: 'bowl' } }
    ])
  })

  it('is that a link is invalid, and not what it says', async () => {
    expect(await take(['kiln://capability/vase', 'kiln://Your account is at risk'])).toEqual([{ kind: 'strange-link' }])
  })

  it('is a token for each file, once, and the bare name of one that cannot be read', async () => {
    const [arrival] = await take([], ['/home/ada/cat.png', '/home/ada/cat.png', '/home/ada/gone.png'])
    if (arrival?.kind !== 'files') throw new Error('There are no files.')
    expect(arrival.unreadable).toEqual(['gone.png'])
    expect(arrival.files).toHaveLength(1)
    expect(opened).toEqual(['/home/ada/cat.png'])
    expect(fileTokens.find(arrival.files[0]?.draft ?? '')?.path).toBe('/home/ada/cat.png')
  })

  it('is not a folder: the user chooses inside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-arrivals-'))
    expect(await take([], [folder, '/home/ada/cat.png'])).toMatchObject([{ kind: 'files', files: [{}], unreadable: [] }])
    expect(await take([], [folder])).toEqual([])
    expect(browsed).toEqual([folder, folder])
    await rm(folder, { recursive: true })
  })

  it('is nothing where nothing arrived', async () => {
    expect(await take([])).toEqual([])
  })
})
