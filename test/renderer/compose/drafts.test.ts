import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ComposeForm } from '../../../renderer/compose/compose-form.ts'
import { emptyForm, withFieldValue } from '../../../renderer/compose/compose-form.ts'
import {
  changeForm,
  closeDraft,
  currentForm,
  fillForm,
  flushDrafts,
  openNewDraft,
  showDraft,
  shownDraft
} from '../../../renderer/compose/forms-store.ts'
import { fillFormWithUndo } from '../../../renderer/compose/set-value-with-undo.ts'

let sent: (readonly [name: string, input: unknown])[]
let count = 0
/** Each test has its own capability, because the page keeps a capability's forms between tests. */
let id: string

beforeEach(() => {
  id = `capability-${(count += 1)}`
  sent = []
  vi.stubGlobal('window', {
    kiln: {
      request: (name: string, input: unknown) => {
        sent.push([name, input])
        return Promise.resolve({ ok: true, value: null })
      }
    }
  })
  vi.stubGlobal('kiln', { request: window.kiln.request })
})
afterEach(() => {
  flushDrafts()
  vi.unstubAllGlobals()
})

const typed = (text: string): ComposeForm => withFieldValue(emptyForm, 'prompt', text)
/**
 * Returns this test's requests, oldest first. Saving a draft is listed as its number and prompt. Showing a draft is listed as `show` and
 * its number.
 */
const writes = (): readonly unknown[] =>
  sent.map(([name, input]) => {
    const { draft, form } = input as { readonly draft: number; readonly form: ComposeForm | null }
    return name === 'workspace.showDraft' ? `show ${draft}` : [draft, form === null ? null : (form.values['prompt'] ?? '')]
  })

describe('the drafts of a form', () => {
  it('are saved before the new one is shown, also empty ones', () => {
    fillForm(id, typed('a vase'))
    openNewDraft(id)
    expect([shownDraft(id), currentForm(id)]).toEqual([2, emptyForm])
    expect(writes()).toEqual([[1, 'a vase'], [2, ''], 'show 2'])
    openNewDraft(id)
    changeForm(id, () => typed('a jug'))
    showDraft(id, 1)
    expect(writes().slice(3)).toEqual([[2, ''], [3, ''], 'show 3', [3, 'a jug'], 'show 1'])
    expect([1, 2, 3].map((draft) => currentForm(id, draft).values['prompt'])).toEqual(['a vase', undefined, 'a jug'])
  })

  it('are written where the work began, and not at all after they were closed', () => {
    openNewDraft(id)
    changeForm(id, () => typed('late'), 1)
    expect([currentForm(id), currentForm(id, 1)]).toEqual([emptyForm, typed('late')])
    closeDraft(id, 1)
    changeForm(id, () => typed('too late'), 1)
    showDraft(id, 1)
    expect([shownDraft(id), currentForm(id, 1)]).toEqual([2, emptyForm])
    flushDrafts()
    expect(writes().at(-1)).toEqual([1, null])
  })

  it('can be closed except for the last, and a closed one comes back with its place and content', () => {
    expect(closeDraft(id, 1)).toBeNull()
    fillForm(id, typed('one'))
    openNewDraft(id)
    fillForm(id, typed('two'))
    openNewDraft(id)
    const undo = closeDraft(id, 3)
    expect(shownDraft(id)).toBe(2)
    undo?.()
    expect(shownDraft(id)).toBe(3)
    showDraft(id, 1)
    const undoFirst = closeDraft(id, 1)
    expect(shownDraft(id)).toBe(2)
    undoFirst?.()
    expect([shownDraft(id), currentForm(id)]).toEqual([1, typed('one')])
    flushDrafts()
    expect(writes().slice(-3)).toEqual([[1, null], [1, 'one'], 'show 1'])
  })

  it('keep an undo for the draft that it belongs to', () => {
    fillForm(id, typed('mine'))
    const action = fillFormWithUndo(id, typed('replaced'), () => undefined)
    openNewDraft(id)
    fillForm(id, typed('other'))
    action.onSelect()
    expect([shownDraft(id), currentForm(id, 1), currentForm(id, 2)]).toEqual([1, typed('mine'), typed('other')])
  })
})
