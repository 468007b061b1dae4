import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type OutputUrlState,
  outputCountWithNewUrls,
  isOpenOutput,
  listedOutputCount,
  withOutput,
  withNewUrls,
  resolveDuplicateOutput
} from '../../../../electron/tasks/machine/refresh-result-urls.ts'
import type { SavedResult, TaskOutput } from '../../../../electron/tasks/machine/task-record.ts'
import { pendingOutput } from './sample-task.ts'

const at = (name: string, query = ''): string => `https://x/${name}.png${query}`
const saved = (name: string): Partial<TaskOutput> => ({
  url: at(name),
  result: { id: name } as SavedResult,
  downloadSha256: `bytes of ${name}`
})
const waiting = (name: string): TaskOutput => pendingOutput({ url: at(name), needsFreshUrl: true })
const book = (...outputs: readonly TaskOutput[]): OutputUrlState => ({ outputs, latest: [] })
const urlsOf = ({ outputs }: OutputUrlState): readonly string[] => outputs.map(({ url }) => url)

describe('new result addresses', () => {
  it('are matched by path in any order', () => {
    const fresh = withNewUrls(
      book(waiting('a'), waiting('b'), pendingOutput(saved('c'))),
      [at('b', '?s=2'), at('c', '?s=2'), at('a', '?s=2')],
      3,
      [],
      0
    )
    expect(urlsOf(fresh)).toEqual([at('a', '?s=2'), at('b', '?s=2'), at('c', '?s=2')])
    expect(fresh.outputs.every(({ needsFreshUrl, isAddressCertain }) => !needsFreshUrl && isAddressCertain)).toBe(true)
  })

  it('from a shorter list are assigned to the right outputs', () => {
    const fresh = withNewUrls(book(pendingOutput(saved('a')), waiting('b'), waiting('c')), [at('b', '?s=2'), at('c', '?s=2')], 2, [], 0)
    expect(urlsOf(fresh)).toEqual([at('a'), at('b', '?s=2'), at('c', '?s=2')])
  })

  it('that differ only in their query are not matched by path', () => {
    const file = (id: number, signature: string) => `https://x/file?id=${id}&s=${signature}`
    const outputs = [1, 2].map((id) => pendingOutput({ url: file(id, 'old'), needsFreshUrl: true }))
    expect(urlsOf(withNewUrls(book(...outputs), [file(1, 'old'), file(2, 'old')], 2, [], 0))).toEqual([file(1, 'old'), file(2, 'old')])
    const fresh = withNewUrls(book(...outputs), [file(1, 'new'), file(2, 'new')], 2, [], 0)
    expect(urlsOf(fresh)).toEqual([file(1, 'new'), file(2, 'new')])
  })

  it('are not assigned while another output still downloads from an old address', () => {
    const fresh = withNewUrls(book(waiting('a'), pendingOutput({ url: at('b') })), [at('n0'), at('n1')], 2, [], 0)
    expect(urlsOf(fresh)).toEqual([at('a'), at('b')])
    expect(fresh.outputs[0]?.needsFreshUrl).toBe(true)
  })

  it('beyond the known outputs create new outputs', () => {
    const fresh = withNewUrls(book(pendingOutput(saved('a'))), [at('c'), at('a'), at('b')], 3, ['/second', '/third'], 7)
    expect(fresh.outputs.map(({ url, stem }) => [url, stem])).toEqual([
      [at('a'), '/library/a'],
      [at('c'), '/second'],
      [at('b'), '/third']
    ])
    expect(fresh.outputs.every(({ isAddressCertain }) => isAddressCertain)).toBe(true)
  })

  it('from a list without the finished output create new outputs, up to the requested number', () => {
    const outputs = [pendingOutput(saved('a'))]
    expect([1, 2, 3, 4].map((asked) => outputCountWithNewUrls(outputs, [at('b'), at('c')], asked))).toEqual([2, 2, 3, 3])
    expect(outputCountWithNewUrls(outputs, [at('a', '?s=2'), at('b')], 3)).toBe(2)
    expect(outputCountWithNewUrls([...outputs, waiting('b')], [at('n0'), at('n1')], 3)).toBe(3)
    const fresh = withNewUrls(book(...outputs), [at('b'), at('c')], 3, ['/second', '/third'], 7)
    expect(fresh.outputs.slice(1)).toMatchObject([
      { url: at('c'), isAddressCertain: false, isProven: true },
      { url: at('b'), isAddressCertain: false, isProven: false }
    ])
  })

  it('that belong to a finished output leave the added output vacant, which blocks nothing', () => {
    const fresh = withNewUrls(book(pendingOutput(saved('a'))), [at('n0'), at('n1')], 3, ['/second', '/third'], 7)
    // The second output has the URL n1 and the third has n0. One of these URLs belongs to the first output.
    const first = resolveDuplicateOutput(fresh, 2, 'bytes of a')
    expect(first.outputs).toMatchObject([{ url: at('n0') }, { url: at('n1') }, { url: '', needsFreshUrl: true, isProven: false }])
    expect(first.outputs.map(isOpenOutput)).toEqual([false, true, false])
    const second = resolveDuplicateOutput(fresh, 1, 'bytes of a')
    expect(second.outputs).toMatchObject([{ url: at('n1') }, { url: '', isProven: false }, { url: at('n0'), isProven: true }])
    expect([second.outputs.map(isOpenOutput), listedOutputCount(second.outputs)]).toEqual([[false, false, true], 2])
    expect(withNewUrls(second, [at('n0'), at('n2')], 3, [], 9).outputs[1]).toMatchObject({ url: at('n2'), isAddressCertain: false })
  })

  it('that match nothing are marked as uncertain, and swapped if their bytes belong to another output', () => {
    const fresh = withNewUrls(book(pendingOutput(saved('a')), waiting('b')), [at('n1'), at('n0')], 2, [], 0)
    expect(fresh.outputs[1]).toMatchObject({ url: at('n0'), isAddressCertain: false })
    const other = resolveDuplicateOutput(fresh, 1, 'bytes of a')
    expect(other.outputs).toMatchObject([{ url: at('n0') }, { url: at('n1'), needsFreshUrl: false }])
  })

  it('of two identical files are both saved', () => {
    const fresh = withNewUrls(book(pendingOutput(saved('a')), waiting('b')), [at('n0'), at('n1')], 2, [], 0)
    expect(fresh.outputs[1]).toMatchObject({ url: at('n1'), isAddressCertain: false })
    // The bytes match the finished output. The URL n1 therefore belongs to that output, and n0 belongs to the open output.
    expect(resolveDuplicateOutput(fresh, 1, 'bytes of a').outputs).toMatchObject([
      { url: at('n1') },
      { url: at('n0'), isAddressCertain: true }
    ])
  })

  it('lead to every file exactly once, for any paths, order, completeness and download order', () => {
    const step = fc.record({
      isRenamed: fc.boolean(),
      seed: fc.nat(1_000),
      dead: fc.array(fc.nat(4), { maxLength: 3 }),
      leftOut: fc.option(fc.nat(4))
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(2), { minLength: 5, maxLength: 5 }),
        fc.array(step, { maxLength: 8 }),
        (count, contents, steps) => {
          // Files with equal contents still count as two files.
          const bytesOf = (file: number): string => `bytes ${contents[file] === 0 ? 'equal' : file}`
          let generation = 0
          const address = (file: number): string => `https://x/${generation}/${file}.png`
          const fileAt = (url: string): number => Number(/\/(\d+)\.png$/.exec(url)?.[1])
          let now = book(...Array.from({ length: count }, (_, file) => pendingOutput({ url: address(file) })))
          const savedFiles: string[] = []
          const download = (index: number): void => {
            const output = now.outputs[index]
            if (output === undefined || !isOpenOutput(output) || output.needsFreshUrl) return
            const bytes = bytesOf(fileAt(output.url))
            const isTwin = !output.isAddressCertain && now.outputs.some((other) => !isOpenOutput(other) && other.downloadSha256 === bytes)
            if (isTwin) now = { ...now, ...resolveDuplicateOutput(now, index, bytes) }
            else {
              now = {
                ...now,
                outputs: withOutput(now.outputs, index, { result: {} as SavedResult, downloadSha256: bytes, isAddressCertain: true })
              }
              savedFiles.push(bytes)
            }
          }
          const query = (shuffleBy: number, omitted: number | null): void => {
            const files = Array.from({ length: count }, (_, file) => file).filter((file) => file !== omitted)
            files.sort((one, other) => ((one * 7 + shuffleBy) % 5) - ((other * 7 + shuffleBy) % 5))
            now = withNewUrls(now, files.map(address), count, [], 0)
          }
          for (const { isRenamed, seed, dead, leftOut } of steps) {
            for (const index of dead)
              now = {
                ...now,
                outputs: now.outputs.map((output, place) =>
                  place === index && isOpenOutput(output) ? { ...output, needsFreshUrl: true } : output
                )
              }
            if (isRenamed) {
              generation += 1
              // The old URLs have expired, so every open output needs a new one.
              now = { ...now, outputs: now.outputs.map((output) => (isOpenOutput(output) ? { ...output, needsFreshUrl: true } : output)) }
            }
            query(seed, leftOut)
            download(seed % count)
          }
          for (let turn = 0; turn < 4 * count && now.outputs.some(isOpenOutput); turn += 1) {
            query(turn, null)
            for (let index = 0; index < count; index += 1) for (let tries = 0; tries < 2 * count; tries += 1) download(index)
          }
          expect(savedFiles.toSorted()).toEqual(Array.from({ length: count }, (_, file) => bytesOf(file)).toSorted())
        }
      ),
      { numRuns: 2_000 }
    )
  })

  it('lead to every file exactly once if each list omits downloaded files', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        fc.array(fc.record({ isRenamed: fc.boolean(), isWhole: fc.boolean(), index: fc.nat(4), seed: fc.nat(1_000) }), { maxLength: 6 }),
        (count, first, omitsDownloaded, steps) => {
          let generation = 0
          const address = (file: number): string => `https://x/${generation}/${file}.png`
          const bytesAt = (url: string): string => /\/(\d+)\.png$/.exec(url)?.[1] ?? ''
          let now = book(...Array.from({ length: Math.min(first, count) }, (_, file) => pendingOutput({ url: address(file) })))
          const savedFiles: string[] = []
          const download = (index: number): void => {
            const output = now.outputs[index]
            if (output === undefined || !isOpenOutput(output) || output.needsFreshUrl) return
            const bytes = bytesAt(output.url)
            const isTwin = !output.isAddressCertain && now.outputs.some((other) => !isOpenOutput(other) && other.downloadSha256 === bytes)
            if (isTwin) now = { ...now, ...resolveDuplicateOutput(now, index, bytes) }
            else {
              now = {
                ...now,
                outputs: withOutput(now.outputs, index, { result: {} as SavedResult, downloadSha256: bytes, isAddressCertain: true })
              }
              savedFiles.push(bytes)
            }
          }
          const query = (shuffleBy: number, mayOmit: boolean): void => {
            const files = Array.from({ length: count }, (_, file) => file)
              .filter((file) => !mayOmit || !savedFiles.includes(String(file)))
              .toSorted((one, other) => ((one * 7 + shuffleBy) % 5) - ((other * 7 + shuffleBy) % 5))
            now = withNewUrls(now, files.map(address), count, Array<string>(9).fill('/place'), 0)
          }
          for (const { isRenamed, isWhole, index, seed } of steps) {
            if (isRenamed) {
              generation += 1
              now = { ...now, outputs: now.outputs.map((output) => (isOpenOutput(output) ? { ...output, needsFreshUrl: true } : output)) }
            }
            query(seed, omitsDownloaded && !isWhole)
            download(index)
          }
          for (let turn = 0; turn < 4 * count && savedFiles.length < count; turn += 1) {
            query(turn, omitsDownloaded)
            for (let index = 0; index < now.outputs.length; index += 1) for (let tries = 0; tries < 2 * count; tries += 1) download(index)
          }
          expect(savedFiles.toSorted()).toEqual(Array.from({ length: count }, (_, file) => String(file)))
          expect(now.outputs.some(isOpenOutput)).toBe(false)
        }
      ),
      { numRuns: 2_000 }
    )
  })
})
