// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

/// The errors that are told, with the numbers and names that drivers and programs know.
public enum MongoError implements NamedError {
  INTERNAL_ERROR(1, "InternalError"),
  BAD_VALUE(2, "BadValue"),
  GRAPH_CONTAINS_CYCLE(5, "GraphContainsCycle"),
  FAILED_TO_PARSE(9, "FailedToParse"),
  USER_NOT_FOUND(11, "UserNotFound"),
  UNAUTHORIZED(13, "Unauthorized"),
  TYPE_MISMATCH(14, "TypeMismatch"),
  PROTOCOL_ERROR(17, "ProtocolError"),
  AUTHENTICATION_FAILED(18, "AuthenticationFailed"),
  ILLEGAL_OPERATION(20, "IllegalOperation"),
  ALREADY_INITIALIZED(23, "AlreadyInitialized"),
  INVALID_BSON(22, "InvalidBSON"),
  NAMESPACE_NOT_FOUND(26, "NamespaceNotFound"),
  INDEX_NOT_FOUND(27, "IndexNotFound"),
  ROLE_NOT_FOUND(31, "RoleNotFound"),
  PATH_NOT_VIABLE(28, "PathNotViable"),
  CONFLICTING_UPDATE_OPERATORS(40, "ConflictingUpdateOperators"),
  CURSOR_NOT_FOUND(43, "CursorNotFound"),
  NO_MATCHING_DOCUMENT(47, "NoMatchingDocument"),
  NAMESPACE_EXISTS(48, "NamespaceExists"),
  MAX_TIME_EXPIRED(50, "MaxTimeMSExpired"),
  DOLLAR_PREFIXED_FIELD_NAME(52, "DollarPrefixedFieldName"),
  NOT_SINGLE_VALUE_FIELD(54, "NotSingleValueField"),
  INVALID_ID_FIELD(53, "InvalidIdField"),
  EMPTY_FIELD_NAME(56, "EmptyFieldName"),
  COMMAND_NOT_FOUND(59, "CommandNotFound"),
  SHARD_KEY_NOT_FOUND(61, "ShardKeyNotFound"),
  IMMUTABLE_FIELD(66, "ImmutableField"),
  CANNOT_CREATE_INDEX(67, "CannotCreateIndex"),
  INVALID_OPTIONS(72, "InvalidOptions"),
  OVERFLOW(15, "Overflow"),
  INVALID_LENGTH(16, "InvalidLength"),
  INVALID_NAMESPACE(73, "InvalidNamespace"),
  INDEX_OPTIONS_CONFLICT(85, "IndexOptionsConflict"),
  INDEX_KEY_SPECS_CONFLICT(86, "IndexKeySpecsConflict"),
  SHUTDOWN_IN_PROGRESS(91, "ShutdownInProgress"),
  WRITE_CONFLICT(112, "WriteConflict"),
  COMMAND_NOT_SUPPORTED(115, "CommandNotSupported"),
  CONFLICTING_OPERATION_IN_PROGRESS(117, "ConflictingOperationInProgress"),
  DOCUMENT_VALIDATION_FAILURE(121, "DocumentValidationFailure"),
  EXCEEDED_MEMORY_LIMIT(146, "ExceededMemoryLimit"),
  VIEW_DEPTH_LIMIT_EXCEEDED(165, "ViewDepthLimitExceeded"),
  COMMAND_NOT_SUPPORTED_ON_VIEW(166, "CommandNotSupportedOnView"),
  OPTION_NOT_SUPPORTED_ON_VIEW(167, "OptionNotSupportedOnView"),
  INVALID_PIPELINE_OPERATOR(168, "InvalidPipelineOperator"),
  QUERY_PLAN_KILLED(175, "QueryPlanKilled"),
  CLIENT_METADATA_CANNOT_BE_MUTATED(186, "ClientMetadataCannotBeMutated"),
  INVALID_INDEX_SPECIFICATION_OPTION(197, "InvalidIndexSpecificationOption"),
  TRANSACTION_TOO_OLD(225, "TransactionTooOld"),
  NOT_IMPLEMENTED(238, "NotImplemented"),
  SNAPSHOT_TOO_OLD(239, "SnapshotTooOld"),
  SNAPSHOT_UNAVAILABLE(246, "SnapshotUnavailable"),
  CONVERSION_FAILURE(241, "ConversionFailure"),
  QUERY_EXCEEDED_MEMORY(292, "QueryExceededMemoryLimitNoDiskUseAllowed"),
  NO_SUCH_TRANSACTION(251, "NoSuchTransaction"),
  TRANSACTION_COMMITTED(256, "TransactionCommitted"),
  TRANSACTION_TOO_LARGE(257, "TransactionTooLarge"),
  OPERATION_NOT_SUPPORTED_IN_TRANSACTION(263, "OperationNotSupportedInTransaction"),
  INVALID_RESUME_TOKEN(260, "InvalidResumeToken"),
  CHANGE_STREAM_FATAL_ERROR(280, "ChangeStreamFatalError"),
  CHANGE_STREAM_HISTORY_LOST(286, "ChangeStreamHistoryLost"),
  API_VERSION_ERROR(322, "APIVersionError"),
  API_STRICT_ERROR(323, "APIStrictError"),
  MECHANISM_UNAVAILABLE(334, "MechanismUnavailable"),
  OBJECT_TOO_LARGE(10334, "BSONObjectTooLarge"),
  DUPLICATE_KEY(11000, "DuplicateKey"),
  INTERRUPTED(11601, "Interrupted"),
  DATABASE_DIFFERS_IN_CASE(13297, "DatabaseDifferCase"),
  TOO_MANY_REQUESTS(16500, "TooManyRequests"),
  HASHED_UNIQUE(16764, "Location16764"),
  KEY_TOO_LONG(17280, "KeyTooLong"),
  USER_ALREADY_EXISTS(51003, "Location51003"),
  BAD_REGEX(51091, "Location51091"),
  BAD_REGEX_OPTIONS(51108, "Location51108"),
  BAD_STAGE(40323, "Location40323"),
  BAD_SLICE(28724, "Location28724"),
  MIXED_EXCLUSION(31253, "Location31253"),
  MIXED_INCLUSION(31254, "Location31254"),
  PATH_COLLISION(31250, "Location31250"),
  UNKNOWN_FIELD(40415, "Location40415"),
  MISSING_FIELD(40414, "Location40414");

  private final int code;
  private final String codeName;

  MongoError(int code, String codeName) {
    this.code = code;
    this.codeName = codeName;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String codeName() {
    return codeName;
  }
}
