import { useQuery } from '@tanstack/react-query';
import { admin } from '../api/http';
import { visible } from '../lib/format';
import { useAddressValues } from '../ui/address-values';
import { Card, Empty, Loaded, Page } from '../ui/pieces';

interface SettingLine {
  name: string;
  value: string;
  source: string;
  origin: string;
  description: string;
}

/** Every setting, its value and where it came from. They are read at the start only. */
export default function Settings() {
  const [search, change] = useAddressValues(true);
  const filter = search.get('filter') ?? '';
  const changed = search.get('only') === 'changed';
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: async ({ signal }) =>
      (await admin<{ settings: SettingLine[] }>('settings', { signal })).settings,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      title="Settings"
      about="Each value and where it came from. Settings are read when the server starts."
    >
      <Card title="Values">
        <div className="row">
          <label className="inline">
            Filter
            <input
              type="search"
              value={filter}
              onChange={(event) => change({ filter: event.target.value })}
            />
          </label>
          <label className="inline">
            <input
              type="checkbox"
              checked={changed}
              onChange={(event) => change({ only: event.target.checked ? 'changed' : null })}
            />
            Only what somebody set
          </label>
        </div>
        <Loaded of={settings} what="settings">
          {(all) => {
            const shown = all.filter(
              (each) =>
                `${each.name} ${each.description}`.toLowerCase().includes(filter.toLowerCase()) &&
                (!changed || each.source !== 'default'),
            );
            return shown.length === 0 ? (
              <Empty>No setting matches.</Empty>
            ) : (
              <div className="table" tabIndex={0}>
                <table aria-label="Settings">
                  <thead>
                    <tr>
                      <th scope="col">Setting</th>
                      <th scope="col">Value</th>
                      <th scope="col">Came from</th>
                      <th scope="col">What it is</th>
                    </tr>
                  </thead>
                  <tbody>
                    {shown.map((each) => (
                      <tr key={each.name}>
                        <td>
                          <code>{each.name}</code>
                        </td>
                        <td className="mono">{visible(each.value) || '–'}</td>
                        <td>
                          <span
                            className={each.source === 'default' ? 'tag' : 'tag good'}
                            title={each.origin}
                          >
                            {each.source === 'default' ? 'default' : visible(each.origin)}
                          </span>
                        </td>
                        <td className="wrap quiet">{each.description}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            );
          }}
        </Loaded>
      </Card>
    </Page>
  );
}
