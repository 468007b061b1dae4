import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { InputCover } from '../../../renderer/tasks/input-cover.tsx'
import type { RequestOutput } from '../../../shared/ipc/ipc.ts'
import { aTask } from '../a-task.ts'
import { fakeBridge, rejectedOutcome } from '../fake-bridge.ts'

const photo: RequestOutput<'media.reopen'>[number] = {
  field: 'targetImageUrl',
  index: 0,
  media: {
    draft: 'one',
    previewUrl: '/media/draft/one',
    facts: {
      name: 'people.webp',
      bytes: 1,
      modifiedAt: 0,
      medium: 'image',
      format: 'webp',
      contentType: 'image/webp',
      width: 3,
      height: 2,
      durationInSeconds: null,
      hasSound: null,
      isAnimated: false,
      isTorn: false
    }
  }
}
const local = { targetImageUrl: { file: 'people.webp' } }
const sourceOf = ({ container }: { readonly container: HTMLElement }): string | null =>
  container.querySelector('img')?.getAttribute('src') ?? null

describe('the first input of a task', () => {
  it('is its local image, which is asked for once', async () => {
    const sent = fakeBridge({ 'media.reopen': () => ({ ok: true, value: [photo] }) })
    const task = aTask({ id: 'local', values: local })
    const [first, second] = [1, 2].map(() => render(<InputCover task={task}>none</InputCover>))
    if (first === undefined || second === undefined) throw new Error('Nothing was rendered.')
    await waitFor(() => expect([sourceOf(first), sourceOf(second)]).toEqual(['/media/draft/one', '/media/draft/one']))
    expect(sent.filter((name) => name === 'media.reopen')).toHaveLength(1)
  })

  it('is an input of the given field, even if another field comes first', async () => {
    const face = { ...photo, field: 'referenceFaceImageUrl', media: { ...photo.media, previewUrl: '/media/draft/face' } }
    fakeBridge({ 'media.reopen': () => ({ ok: true, value: [face, photo] }) })
    const task = aTask({ id: 'faces', values: { referenceFaceImageUrl: { file: 'face.webp' }, ...local } })
    const cover = render(
      <InputCover task={task} field="targetImageUrl">
        none
      </InputCover>
    )
    await waitFor(() => expect(sourceOf(cover)).toBe('/media/draft/one'))
  })

  it('is replaced by the children if it can’t be read, and is asked for again later', async () => {
    const sent = fakeBridge({ 'media.reopen': () => (sent.length === 1 ? rejectedOutcome('Gone.') : { ok: true, value: [photo] }) })
    const task = aTask({ id: 'unreadable', values: local })
    const first = render(<InputCover task={task}>none</InputCover>)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(screen.getByText('none')).toBeTruthy()
    first.unmount()
    const second = render(<InputCover task={task}>none</InputCover>)
    await waitFor(() => expect(sourceOf(second)).toBe('/media/draft/one'))
  })

  it('is the whole file of a result on the stage, and its thumbnail in a list', () => {
    const task = aTask({ id: 'result', values: { imageUrl: { item: 'made.0' } } })
    const [thumbnail, whole] = [false, true].map((isWhole) =>
      sourceOf(
        render(
          <InputCover task={task} isWhole={isWhole}>
            none
          </InputCover>
        )
      )
    )
    expect(thumbnail).toContain('made.0')
    expect(whole).toContain('made.0')
    expect(whole).not.toBe(thumbnail)
  })
})
