// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { InvalidRows } from '../../../../renderer/compose/batch/invalid-rows.tsx'
import type { InvalidRow } from '../../../../shared/form/batch/batch-plan.ts'
import type { CellEdit } from '../../../../shared/form/batch/batch-source.ts'

function aRow(row: number, text: string): InvalidRow {
  return {
    row: row - 1,
    name: { code: 'row', params: { row } },
    problems: [{ code: 'number-cell', params: { label: 'Seed', text } }],
    cells: [{ row, column: 2, label: 'Seed', text }]
  }
}

/** Shows rows as the batch dialog does. Once a row's edited cell is a number, the row counts as fixed. */
function CheckedRows({ rows, onEdit }: { readonly rows: readonly InvalidRow[]; readonly onEdit: (edit: CellEdit) => void }) {
  const [edits, setEdits] = useState<readonly CellEdit[]>([])
  const fixed = new Set(edits.flatMap(({ row, text }) => (/^\d+$/.test(text) ? [row] : [])))
  const left = rows.filter(({ cells }) => !fixed.has(cells[0]?.row ?? 0))
  return (
    <>
      <h3 id="head" tabIndex={-1}>
        {left.length}
      </h3>
      {left.length > 0 && (
        <InvalidRows
          badRows={left}
          edits={edits}
          focusWhenFixedId="head"
          onEdit={(edit) => {
            setEdits((before) => [...before, edit])
            onEdit(edit)
          }}
        />
      )}
    </>
  )
}

describe('the rows of a batch that can’t be sent', () => {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(240)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600)
  })

  it('edits a cell with the keyboard, and then focuses the next cell', async () => {
    const onEdit = vi.fn<(edit: CellEdit) => void>()
    render(<CheckedRows rows={[aRow(7, 'seven'), aRow(15, 'x')]} onEdit={onEdit} />)
    const cell = screen.getByRole('textbox', { name: 'Seed, Row 7' })
    expect(cell).toHaveProperty('value', 'seven')
    cell.focus()
    fireEvent.change(cell, { target: { value: 'six' } })
    fireEvent.keyDown(cell, { key: 'Escape' })
    expect([cell, onEdit.mock.calls]).toEqual([expect.objectContaining({ value: 'seven' }), []])
    fireEvent.change(cell, { target: { value: '7' } })
    fireEvent.keyDown(cell, { key: 'Enter' })
    expect(onEdit.mock.calls).toEqual([[{ row: 7, column: 2, from: 'seven', text: '7' }]])
    const next = screen.getByRole('textbox')
    expect(next).toHaveProperty('ariaLabel', 'Seed, Row 15')
    await waitFor(() => expect(document.activeElement).toBe(next))
    // A cell that is still invalid keeps the new text and the focus.
    fireEvent.change(next, { target: { value: 'still wrong' } })
    fireEvent.keyDown(next, { key: 'Enter' })
    expect([document.activeElement, screen.getByRole('textbox')]).toEqual([next, expect.objectContaining({ value: 'still wrong' })])
    fireEvent.change(next, { target: { value: '15' } })
    fireEvent.keyDown(next, { key: 'Enter' })
    await waitFor(() => expect(document.activeElement?.id).toBe('head'))
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('shows only the reasons if the rows come from another source', () => {
    render(<InvalidRows badRows={[aRow(7, 'seven')]} edits={[]} focusWhenFixedId="head" onEdit={null} />)
    expect(screen.getByRole('listitem').textContent).toContain('Row 7')
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
