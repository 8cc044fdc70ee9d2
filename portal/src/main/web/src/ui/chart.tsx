import { BarChart, CustomChart, HeatmapChart, LineChart } from 'echarts/charts';
import {
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
} from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { type Colours, colours } from './chart-style';

use([
  BarChart,
  CanvasRenderer,
  CustomChart,
  GridComponent,
  HeatmapChart,
  LegendComponent,
  LineChart,
  MarkLineComponent,
  TooltipComponent,
  VisualMapComponent,
]);

export type Instance = ReturnType<typeof init>;

/** A picture. What it shows is said in its label, and stands in a table beside it. */
export default function Chart(props: {
  label: string;
  option: (colours: Colours) => EChartsCoreOption;
  tall?: boolean;
  ready?: (instance: Instance | null) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<Instance | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = host.current;
    if (!element) {
      return;
    }
    const made = init(element, null, { renderer: 'canvas' });
    chart.current = made;
    latest.current.ready?.(made);
    const draw = () => made.setOption(styled(latest.current.option, element), { notMerge: true });
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', draw);
      latest.current.ready?.(null);
      made.dispose();
      chart.current = null;
    };
  }, []);

  useEffect(() => {
    if (chart.current && host.current) {
      chart.current.setOption(styled(props.option, host.current), { notMerge: true });
    }
  }, [props.option]);

  return (
    <div
      className={props.tall ? 'chart tall' : 'chart'}
      role="img"
      aria-label={props.label}
      ref={host}
    />
  );
}

/** Tooltips are drawn like everything else: as HTML they would need inline styles, and be markup. */
function styled(
  option: (colours: Colours) => EChartsCoreOption,
  element: HTMLElement,
): EChartsCoreOption {
  const palette = colours(element);
  const made = option(palette);
  return {
    animation: false,
    color: palette.series,
    textStyle: { fontFamily: getComputedStyle(element).fontFamily, color: palette.text },
    ...made,
    ...(made.legend
      ? { legend: { icon: 'roundRect', itemWidth: 14, itemHeight: 6, ...(made.legend as object) } }
      : {}),
    tooltip: {
      renderMode: 'richText',
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
      confine: true,
      ...(made.tooltip as object),
    },
  };
}
