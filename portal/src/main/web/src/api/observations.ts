import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Target } from '../lib/address';
import type { GrowingKey } from '../lib/growth';
import { containerPath } from './admin';
import { admin } from './http';

export interface PartitionLine {
  ordinal: number;
  minInclusive: string;
  maxExclusive: string;
  parents: number[];
  items: number;
  dataBytes: number;
  indexBytes: number;
  unitsPerSecond: number;
  reindexPercent: number;
}

export interface PartitionList {
  partitions: PartitionLine[];
  physicalPartitionBytesMax: number;
  logicalPartitionBytesMax: number;
  physicalPartitionUnitsMax: number;
}

export interface HeatMap {
  from: string;
  stepSeconds: number;
  partitions: {
    ordinal: number;
    requestUnits: (number | null)[];
    /** All that came, those that were throttled among them. */
    requests: (number | null)[];
    throttledRequests: (number | null)[];
    normalizedPeak: (number | null)[];
  }[];
}

export interface TopKeys {
  by: string;
  keys: (GrowingKey & {
    partition?: number;
    requestUnits?: number;
    overestimateMax?: number;
    items?: number;
    dataBytes?: number;
    indexBytes?: number;
  })[];
}

const useLook = <T>(target: Target, view: string, every: number): UseQueryResult<T> =>
  useQuery({
    queryKey: ['observed', target, view],
    queryFn: ({ signal }) => admin<T>(`${containerPath(target)}/${view}`, { signal }),
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });

export const usePartitions = (target: Target): UseQueryResult<PartitionList> =>
  useLook(target, 'partitions', 2000);

/** @param minutes how far back */
export function useHeatMap(target: Target, minutes: number): UseQueryResult<HeatMap> {
  return useQuery({
    queryKey: ['observed', target, 'heatmap', minutes],
    queryFn: ({ signal }) => {
      const to = new Date();
      const from = new Date(to.getTime() - minutes * 60_000);
      const step = Math.max(10, Math.round((minutes * 60) / 60 / 10) * 10);
      return admin<HeatMap>(
        `${containerPath(target)}/heatmap?from=${from.toISOString()}&to=${to.toISOString()}&step=${step}`,
        { signal },
      );
    },
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
  });
}

export const useHottestKeys = (target: Target): UseQueryResult<TopKeys> =>
  useLook(target, 'top-keys?by=ru&count=1000', 5000);

export const useLargestKeys = (target: Target): UseQueryResult<TopKeys> =>
  useLook(target, 'top-keys?by=bytes&count=1000', 10000);

interface Held {
  items: number;
  dataBytes: number;
  indexBytes: number;
}

/** What a split would make of a partition. */
export interface SplitPreview {
  at: string;
  left: Held;
  right: Held;
}

const splitPath = (target: Target, ordinal: number): string =>
  `${containerPath(target)}/partitions/${ordinal}/split`;

export const useSplitPreview = (target: Target, ordinal: number): UseQueryResult<SplitPreview> =>
  useQuery({
    queryKey: ['split-preview', target, ordinal],
    queryFn: ({ signal }) => admin<SplitPreview>(splitPath(target, ordinal), { signal }),
    gcTime: 0,
  });

/** Divides a partition at a point, as hexadecimal digits. */
export const split = (target: Target, ordinal: number, at: string): Promise<PartitionList> =>
  admin<PartitionList>(splitPath(target, ordinal), {
    method: 'POST',
    body: JSON.stringify({ at }),
  });
