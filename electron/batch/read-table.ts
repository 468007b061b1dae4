import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { parse } from 'csv-parse/sync'
import { mostRows } from '../../shared/batch/batch-row.ts'
import type { Table } from '../../shared/batch/rows-from-table.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import { decodeText } from './decode-text.ts'
import { type Delimiter, findDelimiter, howPeopleWriteTables } from './find-delimiter.ts'

const mostBytes = 32 * 1024 * 1024
const mostColumns = 200
/** Lines of a table that are looked at, those without anything in them too: each takes some microseconds. */
const mostLines = 20_000
const mostCharactersInARow = 1_000_000

export type ReadTable = Table & { readonly name: string; readonly delimiter: Delimiter }

/**
 * A table of text with one line of heads, as spreadsheets save it ("CSV"). Lines without anything in them are passed over; lines that are too
 * short or too long are kept as they are, for the batch to name.
 *
 * @throws PlainProblem, in words that say what to do
 */
export async function readTable(path: string): Promise<ReadTable> {
  const name = basename(path)
  const text = decodeText(await readBytes(path, name))
  const told = /^sep=(.)\r?\n/i.exec(text)
  const body = told === null ? text : text.slice(told[0].length)
  const delimiter = (told?.[1] as Delimiter | undefined) ?? findDelimiter(body)
  const [head, ...rows] = linesOf(body, delimiter, name, told === null ? 0 : 1).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== '')
  )
  if (head === undefined)
    throw new PlainProblem(say('{name} is empty.', { name }), { advice: say('Choose a table whose first line names its columns.') })
  if (rows.length === 0)
    throw new PlainProblem(say('{name} has one line and no rows under it.', { name }), {
      advice: say('Its first line names the columns; each line after it becomes a task.')
    })
  if (rows.length > mostRows) {
    throw new PlainProblem(
      say('{name} has {rows, number} rows; a batch takes at most {mostRows, number}.', { name, rows: rows.length, mostRows }),
      {
        advice: say('Divide it into several tables.')
      }
    )
  }
  if (head.cells.length > mostColumns)
    throw new PlainProblem(
      say('{name} has {cells} columns; at most {mostColumns} can be read.', { name, cells: head.cells.length, mostColumns }),
      {
        advice: say('Take out the columns that no field needs.')
      }
    )
  const heads = head.cells.map((cell, place) => cell.trim() || say('Column {place}', { place: place + 1 }))
  return { name, delimiter, heads, rows }
}

async function readBytes(path: string, name: string): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size > mostBytes) {
      throw new PlainProblem(
        say('{name} is too large to be read as a table: {megabytes} MB, at most {most}.', {
          name,
          megabytes: Math.ceil(size / 1024 / 1024),
          most: mostBytes / 1024 / 1024
        }),
        {
          advice: say('Divide it into several tables.')
        }
      )
    }
    const bytes = await readFile(path)
    if (isWorkbook(bytes))
      throw new PlainProblem(say('{name} is a workbook, not a table of text.', { name }), {
        advice: say('In the spreadsheet, save it as CSV (UTF-8) and choose that file.')
      })
    return bytes
  } catch (error) {
    if (error instanceof PlainProblem) throw error
    throw new PlainProblem(say('{name} could not be read.', { name }), {
      advice: say('Look whether it is still there and whether you may open it.'),
      cause: error
    })
  }
}

/** Excel's and LibreOffice's own files: a ZIP archive, or the older compound file. */
function isWorkbook(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4).toString('latin1')
  return start === 'PK\u0003\u0004' || start === '\u00d0\u00cf\u0011\u00e0'
}

function linesOf(text: string, delimiter: Delimiter, name: string, linesBefore: number): Table['rows'] {
  const rows: { line: number; cells: readonly string[] }[] = []
  let nextLine = linesBefore + 1
  try {
    parse(text, {
      delimiter,
      ...howPeopleWriteTables,
      max_record_size: mostCharactersInARow,
      to: mostLines + 1,
      on_record: (cells: readonly string[], { lines }) => {
        rows.push({ line: nextLine, cells })
        nextLine = lines + linesBefore + 1
        return null
      }
    })
  } catch (error) {
    const isOpenQuote = (error as { code?: unknown }).code === 'CSV_QUOTE_NOT_CLOSED'
    throw new PlainProblem(
      isOpenQuote
        ? say('In {name}, a quote in line {nextLine} is never closed.', { name, nextLine })
        : say('{name} cannot be read from line {nextLine} on.', { name, nextLine }),
      {
        advice: say('Mend that line, or save the table anew as CSV from the spreadsheet.'),
        cause: error
      }
    )
  }
  if (rows.length > mostLines)
    throw new PlainProblem(
      say('{name} has more than {mostLines, number} lines; a batch takes at most {mostRows, number} rows.', { name, mostLines, mostRows }),
      { advice: say('Divide it into several tables.') }
    )
  return rows
}
