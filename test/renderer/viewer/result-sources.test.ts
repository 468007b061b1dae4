import { afterEach, expect, it } from 'vitest'
import { resultSources } from '../../../renderer/viewer/result-sources.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { Task } from '../../../shared/task/task.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'

afterEach(() => loadLocale('en'))

it('a source has the same name as in the form and the prompt, in the current language', async () => {
  const values = { prompt: 'Put image 2 on image 1', imageUrls: ['https://kiln.test/1.png', 'https://kiln.test/2.png'] }
  const media = { draft: 'd', facts: {}, previewUrl: '' } as never
  const reopened = [0, 1].map((index) => ({ field: 'imageUrls', index, media }))
  const names = () => resultSources({ values } as unknown as Task, fallbackCapabilities[0]!, reopened).map(({ name }) => name)
  expect(names()).toEqual(['image 1', 'image 2'])
  await loadLocale('zh-Hans')
  expect(names()).toEqual(['图 1', '图 2'])
})
