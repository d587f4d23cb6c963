/** Charts are drawn for the available width, so that labels keep their size on a phone. */
export const chartWidth = (): number => (innerWidth < 640 ? 340 : Math.min(1_100, innerWidth - 120));
