import { parse } from 'csv-parse/sync'

const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** All line ends at once: tables that were put together from several have more than one. */
export const howPeopleWriteTables = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true
}

const mostCharactersLookedAt = 64 * 1024
const mostRowsLookedAt = 30

/** What stands between the cells: what gives the first rows the same number of cells, and the most of them. A comma where there is but one column. */
export function findDelimiter(text: string): Delimiter {
  const head = text.slice(0, mostCharactersLookedAt)
  let best: { delimiter: Delimiter; evenness: number; columns: number } = { delimiter: ',', evenness: 0, columns: 1 }
  for (const delimiter of delimiters) {
    const widths = widthsOf(head, delimiter)
    const columns = widths[0] ?? 1
    if (columns < 2) continue
    const evenness = widths.filter((width) => width === columns).length / widths.length
    const isBetter = evenness > best.evenness || (evenness === best.evenness && columns > best.columns)
    if (isBetter) best = { delimiter, evenness, columns }
  }
  return best.delimiter
}

function widthsOf(text: string, delimiter: Delimiter): readonly number[] {
  const widths: number[] = []
  try {
    parse(text, {
      delimiter,
      ...howPeopleWriteTables,
      skip_empty_lines: true,
      to: mostRowsLookedAt,
      on_record: (cells: readonly string[]) => {
        widths.push(cells.length)
        return null
      }
    })
  } catch {
    // The head may end within quotes, and a wrong guess may run over them: what was read until then tells.
  }
  return widths
}
