import { describe, expect, it } from 'vitest'
import { decodeRecord, encodeRecord } from '../../electron/journal/record-codec.ts'
import { sampleInput, sampleTask } from '../core/sample-task.ts'

describe('a task in the journal', () => {
  it('is read also where it was written before uploads could be made by hand', () => {
    const task = sampleTask({ state: { phase: 'uploading', notBefore: 1_000, tries: 2, byHand: null } })
    const before = encodeRecord(task).replace(',"byHand":null', '')
    expect(before).not.toContain('byHand')
    expect(decodeRecord(before, null)).toEqual(task)
  })

  it('is read also where it was written before inputs said what was chosen', () => {
    const task = sampleTask({ inputs: [sampleInput] })
    const before = encodeRecord(task).replace('"reference":{"file":"/photos/vase.png"},', '')
    expect(before).not.toContain('reference')
    expect(decodeRecord(before, null)).toEqual(task)
  })
})
