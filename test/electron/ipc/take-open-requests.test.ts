import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileTokens } from '../../../electron/ipc/file-tokens.ts'
import { takeOpenRequests } from '../../../electron/ipc/take-open-requests.ts'
import type { OpenRequest } from '../../../shared/app/open-request.ts'
import type { MediaFacts } from '../../../shared/form/media-facts.ts'

const fileTokens = createFileTokens()
const opened: string[] = []
const browsed: string[] = []

function take(links: readonly string[], files: readonly string[] = []): Promise<readonly OpenRequest[]> {
  return takeOpenRequests({
    arrivals: { takeAll: () => ({ links, files }), opened: (path) => void opened.push(path) },
    studio: {
      inspect: async (path) => {
        if (path.includes('gone')) throw new Error('The file doesn’t exist.')
        return { name: path } as MediaFacts
      }
    },
    fileTokens,
    browse: (folder) => void browsed.push(folder)
  })
}

describe('an open request for the page', () => {
  it('contains the target of the last link', async () => {
    expect(await take(['kiln://capability/vase', 'kiln://capability/bowl'])).toEqual([
      { kind: 'link', link: { to: 'capability', id: 'bowl' } }
    ])
  })

  it('reports an invalid link without its text', async () => {
    expect(await take(['kiln://capability/vase', 'kiln://Your account is at risk'])).toEqual([{ kind: 'strange-link' }])
  })

  it('contains one token per file, and the bare name of an unreadable file', async () => {
    const [arrival] = await take([], ['/home/ada/cat.png', '/home/ada/cat.png', '/home/ada/gone.png'])
    if (arrival?.kind !== 'files') throw new Error('No files arrived.')
    expect(arrival.unreadable).toEqual(['gone.png'])
    expect(arrival.files).toHaveLength(1)
    expect(opened).toEqual(['/home/ada/cat.png'])
    expect(fileTokens.find(arrival.files[0]?.draft ?? '')?.path).toBe('/home/ada/cat.png')
  })

  it('contains no folder, because the user chooses files in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kiln-arrivals-'))
    expect(await take([], [folder, '/home/ada/cat.png'])).toMatchObject([{ kind: 'files', files: [{}], unreadable: [] }])
    expect(await take([], [folder])).toEqual([])
    expect(browsed).toEqual([folder, folder])
    await rm(folder, { recursive: true })
  })

  it('is empty if nothing was opened', async () => {
    expect(await take([])).toEqual([])
  })
})
