import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readColumnNames, readTable } from '../../../../electron/forms/batch/parsed-table.ts'
import type { BatchTable } from '../../../../shared/form/batch/rows-from-table.ts'

async function fileOf(content: string | Buffer, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-table-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function tableOf(
  content: string | Buffer,
  { hasHeader = true, name = 'rows.csv' }: { readonly hasHeader?: boolean; readonly name?: string } = {}
): Promise<BatchTable & { readonly delimiter: string }> {
  return readTable(await fileOf(content, name), hasHeader)
}

function cellsOf(table: BatchTable): readonly (readonly string[])[] {
  return table.rows.map(({ cells }) => cells)
}

describe('a table', () => {
  it.each([
    ['commas', 'prompt,size\nvase,1\n', ','],
    ['semicolons, with commas in the text', 'prompt;size\na vase, blue;1\na bowl, red;2\n', ';'],
    ['tabs', 'prompt\tsize\nvase, tall; blue\t1\n', '\t'],
    ['vertical bars', 'prompt|size\nvase|1\n', '|'],
    ['the separator that its first line declares', 'sep=;\nprompt;size\nvase;1\n', ';']
  ])('is read with %s between its cells', async (_what, text, delimiter) => {
    const table = await tableOf(text)
    expect(table.delimiter).toBe(delimiter)
    expect(table.heads).toEqual(['prompt', 'size'])
    expect(table.rows[0]?.cells).toHaveLength(2)
  })

  it('can have a single column whose text contains commas', async () => {
    const table = await tableOf('prompt\n"a vase, blue"\na bowl\n')
    expect(cellsOf(table)).toEqual([['a vase, blue'], ['a bowl']])
  })

  it('without a header keeps its first line as a row', async () => {
    expect(await tableOf('a vase;1024*1024\na bowl;512*512\n', { hasHeader: false })).toMatchObject({
      heads: ['Column 1', 'Column 2'],
      rows: [
        { row: 1, cells: ['a vase', '1024*1024'] },
        { row: 2, cells: ['a bowl', '512*512'] }
      ]
    })
    expect(cellsOf(await tableOf('a vase\n', { hasHeader: false }))).toEqual([['a vase']])
  })

  it('has one cell for each line if it is a list in a text file', async () => {
    const table = await tableOf('a vase, blue\r\n\r\n5" wide, red\n', { hasHeader: false, name: 'prompts.txt' })
    expect(table.rows).toEqual([
      { row: 1, cells: ['a vase, blue'] },
      { row: 3, cells: ['5" wide, red'] }
    ])
    expect((await tableOf('prompt,size\na vase,1\n', { name: 'table.txt' })).heads).toEqual(['prompt', 'size'])
  })

  const words = 'Prompt;Größe\nein schönes Gefäß – „blau“ für 5 €;groß\n'
  it.each([
    ['UTF-8', Buffer.from(words)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${words}`)],
    ['little-endian UTF-16, as Windows writes it', Buffer.from(`\ufeff${words}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${words}`, 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from(words, 'utf16le')],
    [
      'Windows-1252',
      Buffer.from(words.replace('–', '\u0096').replace('„', '\u0084').replace('“', '\u0093').replace('€', '\u0080'), 'latin1')
    ]
  ])('is read in %s', async (_what, bytes) => {
    const table = await tableOf(bytes)
    expect(table.heads).toEqual(['Prompt', 'Größe'])
    expect(cellsOf(table)).toEqual([['ein schönes Gefäß – „blau“ für 5 €', 'groß']])
  })

  it('numbers rows as a spreadsheet does, with multi-line cells, empty lines and mixed line endings', async () => {
    const table = await tableOf('prompt,size\r\n"two\nlines",1\n\n,\nthree,2\r\n"5"" vase",5" wide\n')
    expect(table.rows).toEqual([
      { row: 2, cells: ['two\nlines', '1'] },
      { row: 5, cells: ['three', '2'] },
      { row: 6, cells: ['5" vase', '5" wide'] }
    ])
  })

  it('keeps lines that are too short or too long, so that the batch can report them', async () => {
    expect(cellsOf(await tableOf('a,b\n1\n1,2,3\n'))).toEqual([['1'], ['1', '2', '3']])
  })

  it('numbers columns without a heading', async () => {
    expect((await tableOf('prompt,,\nvase,1,2\n')).heads).toEqual(['prompt', 'Column 2', 'Column 3'])
  })

  it.each([
    ['empty', '', 'rows.csv is empty.'],
    ['only headings', 'prompt,size\n', 'rows.csv contains only a header row.'],
    ['an unclosed quotation mark', 'prompt\nfine\n"open\nmore\n', 'A quotation mark in row 3 of rows.csv isn’t closed.'],
    ['too many rows', `prompt\n${'x\n'.repeat(5_001)}`, 'rows.csv has 5,001 rows. A batch can have at most 5,000.'],
    ['too many columns', `${'x,'.repeat(200)}x\n${'1,'.repeat(200)}1\n`, 'rows.csv has 201 columns. A table can have at most 200.'],
    ['a workbook', Buffer.from('PK\u0003\u0004 and so on', 'latin1'), 'rows.csv is a spreadsheet workbook, not a CSV file.']
  ])('is rejected with a message: %s', async (_what, content, message) => {
    await expect(tableOf(content)).rejects.toMatchObject({ name: 'UserFacingError', message, advice: expect.stringMatching(/\w/) })
  })

  it('with too many rows, even empty ones, is rejected before all of them are read', async () => {
    await expect(tableOf(`prompt,size\n${'\n'.repeat(3_000_000)}`)).rejects.toThrow('has more than 20,000 rows')
  })

  it('is rejected with a message if the file is missing', async () => {
    await expect(readTable('/nowhere/rows.csv')).rejects.toMatchObject({ message: 'rows.csv couldn’t be read.' })
  })

  it('is read as written, whatever its cells contain', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', ' '))
    const row = fc.tuple(cell, cell, cell).filter((cells) => cells.some((one) => one.trim() !== ''))
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), fc.constantFrom(',', ';', '\t'), async (rows, delimiter) => {
        const line = (cells: readonly string[]): string => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(delimiter)
        const text = [line(['first', 'second', 'third']), ...rows.map(line)].join('\r\n')
        expect(cellsOf(await tableOf(`\ufeff${text}\r\n`))).toEqual(rows)
      }),
      { numRuns: 60 }
    )
  })
})

describe('the column names of a table', () => {
  it.each([
    ['prompt,size\nvase,1\n', ['prompt', 'size']],
    ['sep=;\r\n"prompt";size, in pixels\r\nvase;1\r\n', ['prompt', 'size, in pixels']],
    ['', ['']]
  ])('are read from %j', async (content, names) => {
    expect(await readColumnNames(await fileOf(content, 'rows.txt'))).toEqual(names)
  })
})
