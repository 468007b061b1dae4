import { describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import { ledgerEntryNames, taskNames } from '../../../renderer/tasks/task-names.ts'
import { ledgerEntryOf } from '../../../shared/task/ledger.ts'
import { aTask } from '../a-task.ts'

const faceSwap = fallbackCapabilities.find(({ id }) => id === 'face-swap')
if (faceSwap === undefined) throw new Error('The face swap is missing.')

describe('the names of a task', () => {
  const prompt = 'A tall stoneware vase with a cobalt glaze on a round plinth, warm wall behind,\nsoft light from the left'

  it('are the whole prompt, even if the stored title was shortened, and the capability', () => {
    const title = 'A tall stoneware vase with a cobalt glaze on a round plinth, warm wall behind,…'
    const task = aTask({ id: 'a', title, values: { prompt } })
    expect(taskNames(task, faceSwap)).toEqual({ title: prompt.replace('\n', ' '), detail: 'Face swap', spoken: title })
  })

  it('are the capability and the files if there is no prompt', () => {
    const values = { targetUrl: { file: 'people.webp' }, sourceUrls: [{ file: 'potter.png' }] }
    const task = aTask({ id: 'a', capability: 'face-swap', title: 'people.webp, potter.png', values })
    const names = { title: 'Face swap', detail: 'people.webp, potter.png', spoken: 'Face swap, people.webp, potter.png' }
    expect(taskNames(task, faceSwap)).toEqual(names)
    expect(ledgerEntryNames(ledgerEntryOf(task), faceSwap)).toEqual(names)
  })

  it('don’t repeat the capability', () => {
    const task = aTask({ id: 'a', capability: 'face-swap', title: 'Face swap', values: {} })
    expect(taskNames(task, faceSwap)).toEqual({ title: 'Face swap', detail: '', spoken: 'Face swap' })
  })

  it('are the stored title and ID of a capability that the service no longer offers', () => {
    const task = aTask({ id: 'a', capability: 'gone', title: 'people.webp', values: {} })
    expect(taskNames(task, null)).toEqual({ title: 'people.webp', detail: 'gone', spoken: 'people.webp' })
  })
})
