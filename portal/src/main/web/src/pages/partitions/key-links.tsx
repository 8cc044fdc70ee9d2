import { Link } from 'wouter';
import { useContainers } from '../../api/admin';
import { address, type Target } from '../../lib/address';
import { visible } from '../../lib/format';
import { keyCondition } from '../../lib/key-condition';
import { keyName } from '../../lib/key-names';

const LINKED = 3;

/** The way from a key that stands out to what it holds. */
export function KeyLinks(props: { target: Target; keys: readonly { partitionKey: string }[] }) {
  const { target } = props;
  const line = useContainers(target.database).data?.find((each) => each.name === target.container);
  if (line?.api !== 'sql') {
    return null;
  }
  const linked = props.keys.slice(0, LINKED).flatMap(({ partitionKey }) => {
    const where = keyCondition(line.partitionKeyPaths, partitionKey);
    return where === null ? [] : [{ name: visible(keyName(partitionKey), 40), where }];
  });
  return (
    linked.length > 0 && (
      <p className="small row">
        <span className="quiet">Items of</span>
        {linked.map(({ name, where }) => (
          <Link key={where} href={address('/data', { ...target, where })}>
            {name}
          </Link>
        ))}
      </p>
    )
  );
}
