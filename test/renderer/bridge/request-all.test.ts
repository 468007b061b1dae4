import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestAll } from '../../../renderer/bridge/kiln.ts'
import { itemsPerPage } from '../../../shared/ipc/items-per-page.ts'
import { aTask } from '../a-task.ts'

const tasks = Array.from({ length: itemsPerPage * 2 + 1 }, (_, place) => aTask({ id: `task-${place}` }))

describe('a paginated list', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([0, 1, itemsPerPage, itemsPerPage + 1, itemsPerPage * 2 + 1])('is complete with %i items', async (count) => {
    const some = tasks.slice(0, count)
    stubMain((olderThan) => {
      const from = olderThan === undefined ? 0 : some.findIndex(({ id }) => id === olderThan) + 1
      return { ok: true, value: some.slice(from, from + itemsPerPage) }
    })
    expect(await requestAll('task.list')).toEqual({ ok: true, value: some })
  })

  it('is not returned in part when a page fails', async () => {
    const refusal = { ok: false, message: 'Not now.', advice: null, requestId: null, problems: [] }
    stubMain((olderThan) => (olderThan === undefined ? { ok: true, value: tasks.slice(0, itemsPerPage) } : refusal))
    expect(await requestAll('task.list')).toEqual(refusal)
  })
})

function stubMain(answer: (olderThan: string | undefined) => unknown): void {
  const request = async (_name: string, page?: { readonly olderThan: string }): Promise<unknown> => Promise.resolve(answer(page?.olderThan))
  vi.stubGlobal('window', { kiln: { request } })
}
