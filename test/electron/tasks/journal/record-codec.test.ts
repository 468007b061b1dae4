import { describe, expect, it } from 'vitest'
import { decodeHistoryEvent, decodeRecord, encodeEventKind, encodeRecord } from '../../../../electron/tasks/journal/record-codec.ts'
import { failureWithCode } from '../../../../electron/tasks/machine/failure-from-fault.ts'
import { sampleInput, sampleTask } from '../machine/sample-task.ts'

describe('a task in the journal', () => {
  it('can be read without byHand, which earlier versions didn’t store', () => {
    const task = sampleTask({ state: { phase: 'uploading', notBefore: 1_000, tries: 2, byHand: null } })
    const before = encodeRecord(task).replace(',"byHand":null', '')
    expect(before).not.toContain('byHand')
    expect(decodeRecord(before, null)).toEqual(task)
  })

  it('can be read without input references, which earlier versions didn’t store', () => {
    const task = sampleTask({ inputs: [sampleInput] })
    const before = encodeRecord(task).replace('"reference":{"file":"/photos/vase.png"},', '')
    expect(before).not.toContain('reference')
    expect(decodeRecord(before, null)).toEqual(task)
  })

  it('keeps the stored value of a missing estimate', () => {
    const task = sampleTask({ estimatedBy: 'none' })
    const stored = encodeRecord(task)
    expect(stored).toContain('"estimatedBy":"nobody"')
    expect(decodeRecord(stored, null)).toEqual({ ...task, body: null })
  })
})

describe('a failure in the journal', () => {
  it('with a code or parameters of a newer version is shown as its code', () => {
    const failure = failureWithCode(null, { code: 'file-missing', params: { fileName: 'vase.png' } }, 1)
    const stored = encodeRecord(sampleTask({ failure }))
    expect(decodeRecord(stored, null).failure).toEqual(failure)
    for (const [text, code] of [
      [stored.replace('"file-missing"', '"file-on-the-moon"'), 'file-on-the-moon'],
      [stored.replace('"fileName"', '"name"'), 'file-missing']
    ] as const)
      expect(decodeRecord(text, null).failure).toMatchObject({ code: 'legacy-text', params: { message: code, advice: '' }, at: 1 })
  })
})

describe('an event in the journal', () => {
  const row = { at: 0, phase: 'queued', httpStatus: null, errorType: null, requestId: null, note: null, detail: null, reference: null }

  it('keeps the stored kind of a fixed account', () => {
    const kind = encodeEventKind('account-fixed')
    expect(kind).toBe('account-mended')
    expect(decodeHistoryEvent({ ...row, kind })).toMatchObject({ kind: 'account-fixed' })
  })

  it('stores other kinds unchanged', () => {
    expect(encodeEventKind('woke')).toBe('woke')
    expect(decodeHistoryEvent({ ...row, kind: 'woke' })).toMatchObject({ kind: 'woke' })
  })

  it('has its detail, but not the detail of a newer version', () => {
    const event = { ...row, kind: 'submitted' }
    const detail = { code: 'charged', params: { consumed: 5 } }
    expect(decodeHistoryEvent({ ...event, detail: JSON.stringify(detail) })?.detail).toEqual(detail)
    for (const unknown of ['{', '{"code":"new","params":{}}', '{"code":"charged","params":{}}'])
      expect(decodeHistoryEvent({ ...event, detail: unknown })?.detail).toBeNull()
  })
})
