/**
 * Sequence and picture parameter sets (ITU-T H.264, clauses 7.3.2.1 and 7.3.2.2) for pictures of minih264 and for those that
 * `moved-pictures.ts` writes between them: Constrained Baseline, one reference picture, pictures in the order of their display.
 */
import { BitWriter } from "./bit-writer";

/** As minih264 writes its slices: frame_num has 5 bits. */
export const FRAME_NUMBER_BITS = 5;

const SEQUENCE_SET = 0x67;
const PICTURE_SET = 0x68;
const BASELINE = 66;
/** constraint_set0 and 1: also a decoder of the Main profile may try. */
const CONSTRAINED = 0xc0;
const SQUARE_PIXELS = 1;
/** Unspecified: what it was made from is no broadcast standard. */
const NO_VIDEO_FORMAT = 5;
/** Rec. ITU-R BT.709 in each of the three, table E-3 to E-5. */
export const BT709 = 1;
/** Longest motion vectors in quarter pixels, as powers of two: 2,048 pixels sideways, 512 up and down (table A-1). */
const LOG2_LONGEST_SIDEWAYS = 13;
const LOG2_LONGEST_UPRIGHT = 11;

export interface SequenceFormat {
  /** What is coded, in macroblocks of 16 by 16 pixels. */
  widthInMacroblocks: number;
  heightInMacroblocks: number;
  /** What is shown of it, from its upper left corner. Even. */
  shownWidth: number;
  shownHeight: number;
  framesPerSecond: number;
}

/** Lowest level (times ten) of table A-1 that allows the pictures' size and pace, from 3.1 on. Throws above 4.2. */
export function levelOf({ widthInMacroblocks, heightInMacroblocks, framesPerSecond }: SequenceFormat): number {
  const size = widthInMacroblocks * heightInMacroblocks;
  const levels = [
    { level: 31, size: 3600, pace: 108_000 },
    { level: 32, size: 5120, pace: 216_000 },
    { level: 40, size: 8192, pace: 245_760 },
    { level: 42, size: 8704, pace: 522_240 },
  ];
  const fitting = levels.find((one) => size <= one.size && size * framesPerSecond <= one.pace);
  if (!fitting) throw new Error(`no level of H.264 for ${size} macroblocks at ${framesPerSecond} pictures a second`);
  return fitting.level;
}

export function writeSequenceSet(format: SequenceFormat): Uint8Array {
  const { widthInMacroblocks, heightInMacroblocks, shownWidth, shownHeight, framesPerSecond } = format;
  const out = new BitWriter();
  out.bits(8, BASELINE);
  out.bits(8, CONSTRAINED);
  out.bits(8, levelOf(format));
  out.unsigned(0); // seq_parameter_set_id
  out.unsigned(FRAME_NUMBER_BITS - 4); // log2_max_frame_num_minus4
  out.unsigned(2); // pic_order_cnt_type: as decoded
  out.unsigned(1); // max_num_ref_frames
  out.flag(false); // gaps_in_frame_num_value_allowed_flag
  out.unsigned(widthInMacroblocks - 1);
  out.unsigned(heightInMacroblocks - 1);
  out.flag(true); // frame_mbs_only_flag
  out.flag(true); // direct_8x8_inference_flag
  out.flag(true); // frame_cropping_flag, in units of two pixels (table 6-1)
  out.unsigned(0);
  out.unsigned((widthInMacroblocks * 16 - shownWidth) / 2);
  out.unsigned(0);
  out.unsigned((heightInMacroblocks * 16 - shownHeight) / 2);
  out.flag(true); // vui_parameters_present_flag
  writeUsability(out, framesPerSecond);
  return out.takeNalUnit(SEQUENCE_SET);
}

/** VUI parameters, clause E.1.1. */
function writeUsability(out: BitWriter, framesPerSecond: number): void {
  out.flag(true); // aspect_ratio_info_present_flag
  out.bits(8, SQUARE_PIXELS);
  out.flag(false); // overscan_info_present_flag
  out.flag(true); // video_signal_type_present_flag
  out.bits(3, NO_VIDEO_FORMAT);
  out.flag(false); // video_full_range_flag
  out.flag(true); // colour_description_present_flag
  out.bits(8, BT709); // colour_primaries
  out.bits(8, BT709); // transfer_characteristics
  out.bits(8, BT709); // matrix_coefficients
  out.flag(false); // chroma_loc_info_present_flag
  out.flag(true); // timing_info_present_flag: two ticks a picture
  out.bits(32, 1);
  out.bits(32, framesPerSecond * 2);
  out.flag(true); // fixed_frame_rate_flag
  out.flag(false); // nal_hrd_parameters_present_flag
  out.flag(false); // vcl_hrd_parameters_present_flag
  out.flag(false); // pic_struct_present_flag
  out.flag(true); // bitstream_restriction_flag
  out.flag(true); // motion_vectors_over_pic_boundaries_flag
  out.unsigned(0); // max_bytes_per_pic_denom: no limit
  out.unsigned(0); // max_bits_per_mb_denom: no limit
  out.unsigned(LOG2_LONGEST_SIDEWAYS);
  out.unsigned(LOG2_LONGEST_UPRIGHT);
  out.unsigned(0); // max_num_reorder_frames
  out.unsigned(1); // max_dec_frame_buffering
}

/** The set that minih264 writes for the same quantization parameter, bit by bit: its pictures refer to it. */
export function writePictureSet(quantizationParameter: number): Uint8Array {
  const out = new BitWriter();
  out.unsigned(0); // pic_parameter_set_id
  out.unsigned(0); // seq_parameter_set_id
  out.flag(false); // entropy_coding_mode_flag: CAVLC
  out.flag(false); // bottom_field_pic_order_in_frame_present_flag
  out.unsigned(0); // num_slice_groups_minus1
  out.unsigned(0); // num_ref_idx_l0_default_active_minus1
  out.unsigned(0); // num_ref_idx_l1_default_active_minus1
  out.flag(false); // weighted_pred_flag
  out.bits(2, 0); // weighted_bipred_idc
  out.signed(quantizationParameter - 26); // pic_init_qp_minus26
  out.signed(0); // pic_init_qs_minus26
  out.signed(0); // chroma_qp_index_offset
  out.flag(true); // deblocking_filter_control_present_flag
  out.flag(false); // constrained_intra_pred_flag
  out.flag(false); // redundant_pic_cnt_present_flag
  return out.takeNalUnit(PICTURE_SET);
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1): the sets, and that units have lengths of four bytes. */
export function decoderConfiguration(sequenceSet: Uint8Array, pictureSet: Uint8Array): Uint8Array {
  const [profile, constraints, level] = [sequenceSet[1]!, sequenceSet[2]!, sequenceSet[3]!];
  return Uint8Array.from([
    ...[1, profile, constraints, level, 0xff, 0xe1],
    ...[sequenceSet.length >> 8, sequenceSet.length & 255, ...sequenceSet],
    ...[1, pictureSet.length >> 8, pictureSet.length & 255, ...pictureSet],
  ]);
}
