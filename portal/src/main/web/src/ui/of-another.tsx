import { Link } from 'wouter';
import { address, type Target } from '../lib/address';
import { Card, Empty } from './pieces';

/** Says that a page asks the SQL API, which does not know a container of another one. */
export const OfAnother = (props: { title: string; target: Target; api: string; why: string }) => (
  <Card title={props.title}>
    <Empty>
      <p>
        This container belongs to the {props.api} API: {props.why}
      </p>
      <Link href={address('/data', { ...props.target })}>See what it holds</Link>
    </Empty>
  </Card>
);
