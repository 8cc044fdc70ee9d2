import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { type ContainerLine, useContainersOf, useDatabases } from '../../api/admin';
import { address } from '../../lib/address';
import { bytes, count, visible } from '../../lib/format';
import type { Json } from '../../lib/json';
import { Card, Empty, Failure, Loaded, Loading } from '../../ui/pieces';
import { RowsTable } from '../../ui/rows-table';

const NUMBERS = ['Items', 'Data', 'Index', 'Partitions'];
const COLUMNS = ['Container', 'Database', 'API', 'Partition key', ...NUMBERS];

/** All containers side by side, as long as none is chosen. */
export function Overview() {
  const databases = useDatabases();
  return (
    <Card title="All containers">
      <Loaded of={databases} what="databases">
        {(all) =>
          all.length === 0 ? (
            <Empty>
              There is nothing here yet. Load the sample data, or create a container of your own.
            </Empty>
          ) : (
            <Listed databases={all.map((each) => each.name)} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Listed(props: { databases: string[] }) {
  const [, go] = useLocation();
  const { lists, failed } = useContainersOf(props.databases);
  const lines = useMemo(
    () =>
      lists.flatMap((list, at) =>
        (list ?? []).map((line) => ({ database: props.databases[at] as string, line })),
      ),
    [lists, props.databases],
  );
  const rows = useMemo(() => lines.map(({ database, line }) => row(database, line)), [lines]);
  const open = (index: number) => {
    const chosen = lines[index];
    if (chosen) {
      go(address('/data', { database: chosen.database, container: chosen.line.name }));
    }
  };
  return (
    <>
      {failed && <Failure error={failed.error} retry={() => void failed.refetch()} />}
      <p className="small quiet">Choose a container to see its items.</p>
      {rows.length > 0 ? (
        <RowsTable
          label="All containers"
          rows={rows}
          columns={COLUMNS}
          numbers={NUMBERS}
          choose={open}
          height={620}
        />
      ) : lists.includes(undefined) ? (
        !failed && <Loading what="containers" />
      ) : (
        <Empty>There are no containers yet.</Empty>
      )}
    </>
  );
}

const row = (database: string, line: ContainerLine): Json => ({
  Container: line.name,
  Database: database,
  API: line.api,
  'Partition key': visible(line.partitionKeyPaths.join(', ')),
  Items: count(line.items),
  Data: bytes(line.dataBytes),
  Index: bytes(line.indexBytes),
  Partitions: count(line.partitions),
});
